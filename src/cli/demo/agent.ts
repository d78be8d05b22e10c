import type { ContextEvent, EventStream, Room } from '../../client/client.ts';
import { oneLine, paint } from '../paint.ts';

/** An event that does not come in this time will not come. */
const PATIENCE_MS = 10_000;

const COLOURS = { backend: 'cyan', frontend: 'green', mobile: 'magenta' } as const;
export type AgentName = keyof typeof COLOURS;

/** Tells a person what an agent does. */
export function tell(name: AgentName, text: string): void {
  process.stdout.write(`${paint(COLOURS[name], name.padEnd(9))} ${text}\n`);
}

/** One agent of the play: it follows the room, and acknowledges what it has handled. */
export class Agent {
  readonly name: AgentName;
  readonly #events: EventStream;

  constructor(name: AgentName, room: Room, signal: AbortSignal) {
    this.name = name;
    this.#events = room.events({ agentId: name, resume: true, signal });
  }

  /** Waits for its next event and tells of it. Throws where it is another one than it should be, or does not come. */
  async hears(type: ContextEvent['type'], from: AgentName): Promise<ContextEvent> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${this.name} waited in vain for ${type} from ${from}.`)), PATIENCE_MS);
    });
    const { done, value: event } = await Promise.race([this.#events.next(), late]).finally(() => clearTimeout(timer));
    if (done) throw new Error(`${this.name}'s events have ended.`);
    const { contextType, version, summary } = event;
    if (event.type !== type || event.from !== from)
      throw new Error(`${this.name} heard ${event.type} from ${event.from} instead of ${type} from ${from}.`);
    const after = Date.now() - Date.parse(event.timestamp);
    tell(
      this.name,
      paint(
        'dim',
        `  hears ${type}: ${contextType} ${version} of ${from}, “${oneLine(summary)}” (${Math.max(after, 0)} ms)`,
      ),
    );
    return event;
  }

  /** Done with everything: the last event is acknowledged too. */
  async leaves(): Promise<void> {
    const next = this.#events.next();
    await this.#events.return();
    await next;
  }
}
