/** What every page is: a component that gets the rest of its address. */
import type { ComponentType } from 'preact';

/** What a page gets: the segments of its address after its own name, such as a lead's id. */
export interface PageProps {
  readonly rest: readonly string[];
}
export type PageComponent = ComponentType<PageProps>;
