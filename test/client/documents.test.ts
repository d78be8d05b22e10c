import { parse, validate } from 'graphql';
import * as documents from '../../src/client/documents.ts';
import { schema } from '../../src/graphql/schema.ts';

it.each(Object.entries(documents))('the document %s of the client is one of the schema', (_name, text) => {
  expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
});
