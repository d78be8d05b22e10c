import * as documents from './documents.ts';
import { type Line, request } from './request.ts';
import type {
  ContextEvent,
  ContextEventType,
  Diff,
  Entry,
  EntryHead,
  EntryPage,
  History,
  Json,
  ListOptions,
  Page,
  RoomInfo,
} from './types.ts';

type WithPayloads<Asked> = Asked extends true ? Entry : EntryHead;
type GraphQLPage<Node> = { nodes: Node[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

const flat = <Node, More>({ pageInfo, ...page }: GraphQLPage<Node> & More) => ({ ...page, ...pageInfo });

/** What can be asked of a room. */
export class RoomQueries {
  readonly id: string;
  readonly #line: Line;

  constructor(id: string, line: Line) {
    this.id = id;
    this.#line = line;
  }

  async read(id: string): Promise<Entry> {
    return (await this.#ask<{ context: Entry }>(documents.READ, { id })).context;
  }

  /** The part of the payload at an RFC 6901 pointer such as `/endpoints/0`; null where nothing stands there. */
  async readPart(id: string, pointer: string): Promise<Json> {
    return (await this.#ask<{ context: { payload: Json } }>(documents.READ_PART, { id, pointer })).context.payload;
  }

  /** A page of the entries that are not deleted, newest first, without payloads unless they are asked for. */
  async list<Asked extends boolean = false>(
    options: ListOptions & { payloads?: Asked } = {},
  ): Promise<EntryPage<WithPayloads<Asked>>> {
    const { first, after, orderBy, payloads, ...filter } = options;
    const variables = { first, after, orderBy, payloads: payloads ?? false, filter };
    const { contexts } = await this.#ask<{
      contexts: GraphQLPage<WithPayloads<Asked>> & { totalCount: number; asOf: string };
    }>(documents.LIST, variables);
    return flat(contexts);
  }

  /** All entries, read page by page as the loop goes on. */
  async *entries<Asked extends boolean = false>(
    options: ListOptions & { payloads?: Asked } = {},
  ): AsyncGenerator<WithPayloads<Asked>, void> {
    for (let after = options.after; ; ) {
      const page = await this.list({ ...options, after });
      yield* page.nodes;
      if (!page.hasNextPage || page.endCursor === null) return;
      after = page.endCursor;
    }
  }

  /** The current version (a tombstone, where the entry is deleted) and a page of those before it, newest first. */
  async history<Asked extends boolean = false>(
    id: string,
    options: { first?: number; after?: string; payloads?: Asked } = {},
  ): Promise<History<WithPayloads<Asked>>> {
    type Node = WithPayloads<Asked>;
    const variables = { id, ...options, payloads: options.payloads ?? false };
    const { contextHistory } = await this.#ask<{
      contextHistory: { current: Node; versions: GraphQLPage<Node> & { totalCount: number } };
    }>(documents.HISTORY, variables);
    return { current: contextHistory.current, ...flat(contextHistory.versions) };
  }

  /** What changed between two versions: by default the current one and the one before it. */
  async diff(id: string, versions: { againstVersion?: string; version?: string } = {}): Promise<Diff> {
    return (await this.#ask<{ contextDiff: Diff }>(documents.DIFF, { id, ...versions })).contextDiff;
  }

  /** The events that are addressed to the agent and that it has not acknowledged, oldest first. */
  async inbox(agentId: string, options: { first?: number } = {}): Promise<Page<ContextEvent>> {
    const variables = { agentId, ...options };
    return flat(
      (await this.#ask<{ contextInbox: GraphQLPage<ContextEvent> }>(documents.INBOX, variables)).contextInbox,
    );
  }

  /** A page of the room's events, oldest first: the same that `events` delivers. */
  async pastEvents(
    options: { agentId?: string; types?: ContextEventType[]; after?: string; first?: number } = {},
  ): Promise<Page<ContextEvent>> {
    return flat(
      (await this.#ask<{ contextEvents: GraphQLPage<ContextEvent> }>(documents.EVENTS, options)).contextEvents,
    );
  }

  /** What is known of the room; null before its first write. */
  async info(): Promise<RoomInfo | null> {
    return (await this.#ask<{ room: RoomInfo | null }>(documents.ROOM, {})).room;
  }

  /** The cursor of now: what is written from now on comes behind it. */
  protected async now(): Promise<string> {
    return (await this.#ask<{ contexts: { asOf: string } }>(documents.AS_OF, {})).contexts.asOf;
  }

  #ask<Data>(document: string, variables: object): Promise<Data> {
    return this.send(document, { roomId: this.id, ...variables });
  }

  /** Every operation of the client may be repeated: a query always, a write because of its key. */
  protected send<Data>(document: string, variables: object): Promise<Data> {
    return request<Data, object>(this.#line, document, variables, { repeatable: true });
  }
}
