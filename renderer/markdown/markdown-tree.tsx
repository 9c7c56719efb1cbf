import type { Element, Root } from 'hast';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { Square, SquareCheck } from 'lucide-react';
import { type ComponentProps, type ComponentType, type ReactElement, useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

import { outsideAddress } from '../../shared/outside-address.ts';
import { markdownTexts as texts } from '../../shared/features/preview/pane-text.ts';
import { shownName } from '../../shared/text/shown-name.ts';
import { HiddenText } from '../components/feedback/hidden-text.tsx';
import styles from './markdown-tree.module.css';

/** What a part is given, and as what it was read. */
export type PartProps<T extends 'a' | 'img' | 'table' | 'pre' | 'span'> = ComponentProps<T> & {
  readonly node?: Element | undefined;
};

/** What is drawn otherwise than a preview draws it. */
export interface MarkdownParts {
  readonly a?: ComponentType<PartProps<'a'>>;
  readonly img?: ComponentType<PartProps<'img'>>;
  readonly table?: ComponentType<PartProps<'table'>>;
  readonly pre?: ComponentType<PartProps<'pre'>>;
  /** A file that is named by its id, in `data-file`; other spans have none. */
  readonly span?: ComponentType<PartProps<'span'> & { readonly 'data-file'?: string }>;
  readonly h1?: ComponentType<ComponentProps<'h4'>>;
  readonly h2?: ComponentType<ComponentProps<'h4'>>;
  readonly h3?: ComponentType<ComponentProps<'h4'>>;
  readonly h4?: ComponentType<ComponentProps<'h4'>>;
  readonly h5?: ComponentType<ComponentProps<'h4'>>;
}

const NONE: MarkdownParts = {};

/**
 * A document that was read, as it reads. Nothing in it loads anything or leads anywhere unasked. `parts` stay the same
 * objects, or everything is drawn again.
 */
export function MarkdownTree({ tree, parts = NONE }: { readonly tree: Root; readonly parts?: MarkdownParts }) {
  const page = useMemo(
    () =>
      // Its types name a global JSX that React has no longer.
      toJsxRuntime(tree, {
        Fragment,
        jsx,
        jsxs,
        passNode: true,
        components: { a: Link, img: Picture, input: Task, table: Table, span: Span, ...parts },
      }) as ReactElement,
    [tree, parts],
  );
  return <div className={styles['text']}>{page}</div>;
}

/** Leads out of the window to the web, with where to; a place in the knowledge base is only named. */
function Link({ href, title, children }: ComponentProps<'a'>) {
  const address = href === undefined ? null : outsideAddress(href);
  if (address === null) {
    const isInside = href !== undefined && !href.startsWith('#');
    return <span title={isInside ? texts.link : title}>{children}</span>;
  }
  return (
    <a href={address.url} target="_blank" rel="noreferrer noopener" title={address.host ?? address.url}>
      {children}
    </a>
  );
}

/** In the place of a picture: pictures of others could tell them who looks. */
function Picture({ alt, src }: ComponentProps<'img'>) {
  const isRemote = src !== undefined && /^https?:/i.test(src);
  return (
    <span className={styles['picture']} title={isRemote ? texts.remote : undefined}>
      {texts.picture(shownName(alt ?? ''), isRemote ? '' : shownName(fileNameIn(src ?? '')))}
    </span>
  );
}

/** The last part of a path, as people write it. */
function fileNameIn(path: string): string {
  const last = /[^/\\]*$/.exec(path.replace(/[?#].*$/, ''))?.[0] ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** A file of the knowledge base is only named here. */
function Span({ children, ...more }: ComponentProps<'span'> & { readonly 'data-file'?: string }) {
  return <span title={more['data-file'] === undefined ? undefined : texts.link}>{children}</span>;
}

/** A task is read, not ticked. */
function Task({ checked }: ComponentProps<'input'>) {
  const Box = checked === true ? SquareCheck : Square;
  return (
    <>
      <Box className={styles['task']} size={16} strokeWidth={1.75} aria-hidden="true" />
      <HiddenText>{checked === true ? texts.done : texts.open}</HiddenText>
    </>
  );
}

/** A wide table scrolls by itself. */
function Table({ children }: ComponentProps<'table'>) {
  return (
    <div className={styles['table']}>
      <table>{children}</table>
    </div>
  );
}
