import { formatBytes } from '../../../shared/text/format.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { leavingTexts as words } from '../../../shared/features/sign-out/text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import type { ApartFile, Leaving, Left } from '../../../shared/features/sign-out/model.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { classes } from '../../components/classes.ts';
import styles from './leaving.module.css';
import layout from '../../components/layout/layout.module.css';

/** More are counted, not listed. */
const MOST_SHOWN = 50;

/** What would go and what would stay. */
export function Found({ found, isLosing }: { readonly found: Leaving; readonly isLosing: boolean }) {
  const files = found.mirrors.reduce((sum, each) => sum + each.files, 0);
  const sizeBytes = found.mirrors.reduce((sum, each) => sum + each.sizeBytes, 0);
  return (
    <>
      <p className={styles['goes']}>{found.mirrors.length === 0 ? words.nothing : words.goes(files, sizeBytes)}</p>
      {/* What would be lost comes first: it is what the answer is about. */}
      {isLosing ? <Apart found={found} isLosing /> : null}
      <Staying found={found} />
      {isLosing ? null : <Apart found={found} isLosing={false} />}
      <p className={layout['soft']}>{words.records(shownName(found.records), isNeeded(found, isLosing))}</p>
    </>
  );
}

/** What went, and what is left where. */
export function WhatIsLeft({ left: { left, lost }, removed }: { readonly left: Left; readonly removed: Size }) {
  return (
    <>
      <p>{words.removed(removed.files, removed.sizeBytes)}</p>
      {lost.files === 0 ? null : <p>{words.lost(lost.files, lost.sizeBytes)}</p>}
      <Staying found={left} />
      <Apart found={left} isLosing={false} />
      <p className={layout['soft']}>{words.records(shownName(left.records), isNeeded(left, false))}</p>
    </>
  );
}

interface Size {
  readonly files: number;
  readonly sizeBytes: number;
}

function Staying({ found: { mirrors, stays, staysTotal } }: { readonly found: Leaving }) {
  return (
    <>
      {mirrors.map(({ id, local, trouble }) =>
        trouble === null ? null : (
          <Notice tone="wait" key={id}>
            {inWindow(words.trouble(shownName(local), trouble))}
          </Notice>
        ),
      )}
      {staysTotal === 0 ? null : (
        <Lines
          title={words.staying(staysTotal)}
          total={staysTotal}
          lines={stays.map(({ place, text }) => ({ name: place, about: inWindow(text) }))}
        />
      )}
    </>
  );
}

/** What Benchtop keeps by itself. */
function Apart({ found, isLosing }: { readonly found: Leaving; readonly isLosing: boolean }) {
  const { apart, apartTotal, apartBytes } = found;
  if (apartTotal === 0) return null;
  const title = isLosing ? words.apartLost(apartTotal, apartBytes) : words.apartStays(apartTotal, apartBytes);
  return <Lines title={title} total={apartTotal} lines={apart.map(lineOf)} />;
}

/** Whether the records tell of something that nothing else tells of. */
function isNeeded({ apartTotal, mirrors }: Leaving, isLosing: boolean): boolean {
  return (apartTotal > 0 && !isLosing) || mirrors.some(({ trouble }) => trouble !== null);
}

function lineOf({ from, path, sizeBytes }: ApartFile): Line {
  const size = sizeBytes === null ? '' : `, ${formatBytes(sizeBytes)}`;
  return { name: path === '' ? words.unnamed : path, about: `${words[from]}${size}` };
}

interface Line {
  readonly name: string;
  readonly about: string;
}

function Lines({
  title,
  total,
  lines,
}: {
  readonly title: string;
  readonly total: number;
  readonly lines: readonly Line[];
}) {
  const shownLines = lines.slice(0, MOST_SHOWN);
  return (
    <div className={layout['stack']}>
      <p className={styles['title']}>{title}</p>
      {/* What scrolls can have the focus: arrow and page keys move it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes(layout['scrolls'], styles['list'])} tabIndex={0} aria-label={title}>
        {shownLines.map(({ name, about }, at) => (
          <li className={styles['line']} key={`${at} ${name}`}>
            <span className={layout['ink']}>{shownName(name)}</span>
            <span className={layout['soft']}>{about}</span>
          </li>
        ))}
        {total > shownLines.length ? <li>{words.more(total - shownLines.length)}</li> : null}
      </ul>
    </div>
  );
}
