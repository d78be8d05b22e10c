import { type Fields, fieldsWithout } from './fields.ts';

/** Fields beyond those of the type: whatever the author added, shown as it was written. */
export function MoreFields({ fields, without }: { fields: Fields; without: string[] }) {
  const more = fieldsWithout(fields, without);
  if (more.length === 0) return null;
  return (
    <section class="more-fields" aria-label="More fields">
      <FieldList fields={more} />
    </section>
  );
}

function FieldList({ fields }: { fields: [string, unknown][] }) {
  return (
    <dl class="field-list">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Any JSON value: text as text, lists as lists, objects as their fields. */
export function Value({ value }: { value: unknown }) {
  if (typeof value === 'string') return <span class="text">{value}</span>;
  if (typeof value !== 'object' || value === null) return <code>{String(value)}</code>;
  if (!Array.isArray(value)) {
    const fields = Object.entries(value);
    return fields.length === 0 ? <code>{'{}'}</code> : <FieldList fields={fields} />;
  }
  if (value.length === 0) return <code>[]</code>;
  return (
    <ul class="value-list">
      {value.map((element, index) => (
        <li key={index}>
          <Value value={element} />
        </li>
      ))}
    </ul>
  );
}
