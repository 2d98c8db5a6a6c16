/** The start of every page: its heading, which is also the browser's title. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { brand } from '../brand';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === brand ? title : `${title} · ${brand}`;
  }, [title]);
}

interface PageProps {
  readonly title: string;
  readonly intro?: string;
  readonly tools?: ComponentChildren;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

export function Page({ title, intro, tools, wide, children }: PageProps) {
  useTitle(title);
  return (
    <div class={wide ? 'sheet wide' : 'sheet'}>
      <header class="page-head">
        <div>
          <h1>{title}</h1>
          {intro && <p>{intro}</p>}
        </div>
        {tools && <div class="tools">{tools}</div>}
      </header>
      {children}
    </div>
  );
}
