import { builder } from './builder.ts';
import './scalars.ts';
import './queries.ts';
import './room-log.ts';
import './mutations.ts';
import './admin.ts';
import './subscriptions.ts';

/** Everything that callers can ask for. Printed in schema.graphql (`npm run schema:print`), in the order of definition. */
export const schema = builder.toSchema({ sortSchema: false });
