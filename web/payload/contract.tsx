import { Fragment } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { ApiContract } from '../../src/payloads/api-contract.ts';
import { JsonText } from '../ui/json.tsx';
import { Markdown } from '../ui/markdown.tsx';
import type { Fields } from './fields.ts';
import { MoreFields } from './more-fields.tsx';

type Endpoint = ApiContract['endpoints'][number];

const KNOWN = ['method', 'path', 'request', 'response', 'auth_required', 'description'];

/** A contract: the service, and its endpoints as a table. */
export function Contract({ payload }: { payload: Fields }) {
  const contract = payload as unknown as ApiContract;
  return (
    <>
      <p class="contract-head">
        <strong>{contract.service}</strong> <span class="label">{contract.version}</span>
        {contract.base_url && <code>{contract.base_url}</code>}
      </p>
      <table class="endpoints">
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Path</th>
            <th scope="col">Auth</th>
            <th scope="col">Description</th>
            <th scope="col">
              <span class="unseen">Details</span>
            </th>
          </tr>
        </thead>
        {contract.endpoints.map((endpoint, index) => (
          <EndpointRows key={index} endpoint={endpoint} />
        ))}
      </table>
    </>
  );
}

function EndpointRows({ endpoint }: { endpoint: Endpoint }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <tbody>
      <tr>
        <td>
          <span class={`method method-${endpoint.method}`}>{endpoint.method}</span>
        </td>
        <th scope="row">
          <code>{breakable(endpoint.path)}</code>
        </th>
        <td class={endpoint.auth_required ? 'auth-required' : 'faint'}>
          {endpoint.auth_required ? 'required' : 'open'}
        </td>
        <td>
          <Markdown text={endpoint.description} />
        </td>
        <td class="more">
          <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            Details
            <span class="unseen">
              {' '}
              of {endpoint.method} {endpoint.path}
            </span>
          </button>
        </td>
      </tr>
      <tr id={id} hidden={!open} class="bodies">
        <td colSpan={5}>{open && <Bodies endpoint={endpoint} />}</td>
      </tr>
    </tbody>
  );
}

/** A path that may be broken before its slashes. */
const breakable = (path: string) =>
  path.split(/(?=\/)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

function Bodies({ endpoint }: { endpoint: Endpoint }) {
  const name = `${endpoint.method} ${endpoint.path}`;
  return (
    <>
      <div class="body-pair">
        <div>
          <h3>Request</h3>
          {endpoint.request ? (
            <JsonText value={endpoint.request} label={`Request of ${name}`} />
          ) : (
            <p class="faint">No body.</p>
          )}
        </div>
        <div>
          <h3>Response</h3>
          <JsonText value={endpoint.response} label={`Response of ${name}`} />
        </div>
      </div>
      <MoreFields fields={endpoint as Fields} without={KNOWN} />
    </>
  );
}
