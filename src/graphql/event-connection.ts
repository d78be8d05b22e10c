import { connection } from './connection.ts';
import { ContextEvent } from './event.ts';

export const ContextEventConnection = connection('ContextEvent', ContextEvent, 'the events', 'EventCursor');
