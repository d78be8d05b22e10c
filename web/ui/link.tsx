import type { ComponentChildren } from 'preact';
import { hrefOf } from '../navigation.ts';
import type { Route } from '../route.ts';

interface Props {
  to: Route;
  children: ComponentChildren;
  class?: string;
  'aria-current'?: 'true' | undefined;
}

/** A link to another part of the dashboard. */
export function Link({ to, children, ...rest }: Props) {
  return (
    <a {...rest} href={hrefOf(to)} data-inside="true">
      {children}
    </a>
  );
}
