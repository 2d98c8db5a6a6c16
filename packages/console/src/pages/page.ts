/** A page is a component that gets the rest of its address. */
import type { ComponentType } from 'preact';

/** The segments of the address after the page's own name, such as a lead's id. */
export interface PageProps {
  readonly rest: readonly string[];
}
export type PageComponent = ComponentType<PageProps>;
