CREATE TABLE "Room" ("id" text PRIMARY KEY, "position" integer NOT NULL DEFAULT 0);
CREATE TABLE "Entry" (
  "id" text PRIMARY KEY, "roomId" text NOT NULL REFERENCES "Room" ON UPDATE CASCADE ON DELETE RESTRICT,
  "createdPosition" integer NOT NULL, "minor" integer NOT NULL DEFAULT 0, "type" text NOT NULL, "author" text NOT NULL,
  "timestamp" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, "summary" text NOT NULL, "consumingAgents" text[],
  "payload" jsonb NOT NULL);
CREATE INDEX "Entry_roomId_createdPosition_idx" ON "Entry" ("roomId", "createdPosition");
CREATE TABLE "Version" (
  "id" text PRIMARY KEY, "roomId" text NOT NULL REFERENCES "Room" ON UPDATE CASCADE ON DELETE RESTRICT,
  "position" integer NOT NULL, "entryId" text NOT NULL REFERENCES "Entry" ON UPDATE CASCADE ON DELETE RESTRICT,
  "minor" integer NOT NULL, "author" text NOT NULL, "timestamp" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "summary" text NOT NULL, "consumingAgents" text[], "payload" jsonb NOT NULL);
CREATE UNIQUE INDEX "Version_roomId_position_key" ON "Version" ("roomId", "position");
