import { Terminal } from 'lucide-react';
import { type MouseEvent, useEffect, useId, useRef } from 'react';

import { commandTexts } from '../../../shared/features/search/commands-text.ts';
import { searchTexts } from '../../../shared/features/search/text.ts';
import type { Command } from './stores/commands.ts';
import type { FoundLine } from './stores/found-lines.ts';
import { FindParts } from './find-line.tsx';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './search-dialog.module.css';

const GROUPS = [
  ['here', searchTexts.scopes.here],
  ['there', searchTexts.atTheService],
  ['commands', commandTexts.heading],
] as const;

interface FoundListProps {
  readonly id: string;
  readonly lines: readonly FoundLine[];
  /** The key of the line that Enter takes. */
  readonly active: string | null;
  readonly onTake: (line: FoundLine) => void;
}

/** What was found. The focus stays in the field: its keys move here, and what Enter takes is kept in sight. */
export function FoundList({ id, lines, active, onTake }: FoundListProps) {
  const list = useRef<HTMLDivElement>(null);
  const isFirst = active === lines[0]?.key;
  useEffect(() => {
    // Of the first line its heading is seen, too.
    if (isFirst) list.current?.scrollTo({ top: 0 });
    else if (active !== null) document.getElementById(lineId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active, isFirst]);
  const take = (event: MouseEvent) => {
    const key = event.target instanceof Element ? event.target.closest('[data-key]')?.getAttribute('data-key') : null;
    const line = lines.find(each => each.key === key);
    if (line !== undefined) onTake(line);
  };
  return (
    // Its keys are the field's, which has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      className={classes(layout['scrolls'], styles['list'])}
      aria-label={searchTexts.title}
      onMouseDown={event => event.preventDefault()}
      onClick={take}
    >
      {GROUPS.map(([group, heading]) => (
        <Group
          key={group}
          heading={heading}
          list={id}
          lines={lines.filter(each => each.group === group)}
          active={active}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  readonly heading: string;
  readonly list: string;
  readonly lines: readonly FoundLine[];
  readonly active: string | null;
}

function Group({ heading, list, lines, active }: GroupProps) {
  const id = useId();
  if (lines.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id}>
      <div className={styles['heading']} id={id} role="presentation">
        {heading}
      </div>
      {lines.map(line => (
        <div
          key={line.key}
          id={lineId(list, line.key)}
          role="option"
          tabIndex={-1}
          aria-selected={line.key === active}
          className={styles['find']}
          data-key={line.key}
        >
          {line.group === 'commands' ? <CommandParts command={line.command} /> : <FindParts find={line.find} />}
        </div>
      ))}
    </div>
  );
}

/** The id of a line's element. Keys may hold spaces, ids may not. */
export function lineId(list: string, key: string): string {
  return `${list} ${key}`.replaceAll(/\s/g, '_');
}

/** A command among the finds, with the keys that give it from anywhere. */
function CommandParts({ command }: { readonly command: Command }) {
  return (
    <>
      <Terminal className={layout['faintInk']} size={17} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles['name']}>{command.label}</span>
      {command.keys === null ? null : <kbd className={styles['given']}>{command.keys}</kbd>}
    </>
  );
}
