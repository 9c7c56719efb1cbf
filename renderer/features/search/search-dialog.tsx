import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Dialog, ToggleButton, ToggleButtonGroup } from 'react-aria-components';

import { commandTexts } from '../../../shared/features/search/commands-text.ts';
import { coveredLine, searchTexts } from '../../../shared/features/search/text.ts';
import { words } from '../../../shared/text/words.ts';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { chooseFiles } from '../../components/controls/choose-files.ts';
import { SearchField } from '../../components/fields/search-field.tsx';
import { Overlay } from '../../components/overlay/overlay.tsx';
import { commandsFor, commandText } from './stores/commands.ts';
import { openPreview } from '../preview/stores/preview.ts';
import { chooseScopes, closeSearch, hereIsCurrent, moveTo, type Scope, searchFor, useSearch } from './stores/search.ts';
import { useSyncStatus } from '../../state/sync.ts';
import { activeOf, type FoundLine, linesOf, lineAfter } from './stores/found-lines.ts';
import { FoundList, lineId } from './found-list.tsx';
import { openFind } from './open-find.ts';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './search-dialog.module.css';

/** The search dialog: results of this computer appear while a person types, results of the service a moment later. */
export function SearchDialog({ onShowKeys }: { readonly onShowKeys: () => void }) {
  const isOpen = useSearch(state => state.isOpen);
  return (
    <Overlay isOpen={isOpen} onClose={closeSearch} className={styles['overlay']} sheet={styles['sheet']}>
      <Dialog className={styles['dialog'] ?? ''} aria-label={searchTexts.title}>
        <Searching onShowKeys={onShowKeys} />
      </Dialog>
    </Overlay>
  );
}

/** So many lines PageUp and PageDown move by. */
const PAGE = 8;
const STEPS: { readonly [key: string]: number } = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE, PageDown: PAGE };

function Searching({ onShowKeys }: { readonly onShowKeys: () => void }) {
  const { text, here, there, isAsking, active: moved } = useSearch();
  useSyncStatus(state => state.value?.state);
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  // What was typed last is still there; typing takes its place.
  useEffect(() => input.current?.select(), []);
  const doers = {
    showKeys: onShowKeys,
    chooseFiles: (chosen: (files: readonly File[]) => void) => chooseFiles(false, chosen),
  };
  const read = (): readonly FoundLine[] => {
    const now = useSearch.getState();
    return linesOf(now.here?.finds ?? [], now.there, commandsFor(now.text, doers));
  };
  const lines = linesOf(here?.finds ?? [], there, commandsFor(text, doers));
  const active = activeOf(lines, { text, isKnown: here !== null && !isAsking, moved });
  const key = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.nativeEvent.isComposing || event.altKey) return;
    if (step !== undefined && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      moveTo(lineAfter(lines, active, step));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // Else the field hears it, too.
      event.stopPropagation();
      if (!event.ctrlKey && !event.metaKey) void takeActive(read);
      else lookInto(lines.find(each => each.key === active));
    }
  };
  return (
    <>
      <div className={styles['head']}>
        <SearchField
          label={searchTexts.field}
          clearLabel={searchTexts.clear}
          isFirst
          input={input}
          value={text}
          onChange={searchFor}
          onKeyDown={key}
          list={{ id: list, active: active === null ? null : lineId(list, active), isShown: lines.length > 0 }}
        />
        {commandText(text) === null ? <Scopes /> : null}
      </div>
      <Troubles />
      {lines.length === 0 ? <NoFinds /> : <FoundList id={list} lines={lines} active={active} onTake={take} />}
      <Coverage />
    </>
  );
}

/**
 * Enter in the field. Who types quickly means what fits the text as it is now, which may not be on show yet. Where this
 * computer finds nothing, a command is the only line on show, and meant: the service may take long to answer.
 */
async function takeActive(read: () => readonly FoundLine[]): Promise<void> {
  if (!(await hereIsCurrent())) return;
  const { text, here, isAsking, active: moved } = useSearch.getState();
  const lines = read();
  const active = activeOf(lines, { text, isKnown: here !== null && !isAsking, moved });
  const line = lines.find(({ key }) => key === active) ?? lines[0];
  if (line !== undefined) take(line);
}

function take(line: FoundLine): void {
  if (line.group !== 'commands') return void openFind(line.find);
  closeSearch();
  line.command.run();
}

/** Ctrl+Enter looks into a file instead of going to it. */
function lookInto(line: FoundLine | undefined): void {
  if (line === undefined || line.group === 'commands') return;
  const { find } = line;
  const id = find.item ?? find.serviceId;
  if (find.kind !== 'file' || id === null) return;
  closeSearch();
  openPreview({ id, name: find.name, version: null });
}

function Scopes() {
  const scopes = useSearch(state => state.scopes);
  const change = (keys: ReadonlySet<unknown>) =>
    chooseScopes((['texts', 'tasks'] as const satisfies readonly Scope[]).filter(scope => keys.has(scope)));
  return (
    <div className={styles['scopes']}>
      <span className={styles['fixed']}>{searchTexts.scopes.here}</span>
      <ToggleButtonGroup
        className={styles['group'] ?? ''}
        aria-label={searchTexts.scopes.label}
        selectionMode="multiple"
        selectedKeys={scopes}
        onSelectionChange={change}
      >
        <ToggleButton id="texts" className={styles['scope'] ?? ''}>
          {searchTexts.scopes.texts}
        </ToggleButton>
        <ToggleButton id="tasks" className={styles['scope'] ?? ''}>
          {searchTexts.scopes.tasks}
        </ToggleButton>
      </ToggleButtonGroup>
    </div>
  );
}

function Troubles() {
  const here = useSearch(state => state.here);
  const fault = useSearch(state => state.faultHere);
  const note = useSearch(state => state.note);
  const sentences = (here?.troubles ?? []).map(({ filter }) => searchTexts.troubles[filter]);
  if (fault !== null) {
    return (
      <div className={styles['notice']}>
        <FaultNotice fault={fault} saidTitle={words.start.serviceSaid} />
      </div>
    );
  }
  const said = [...new Set(sentences), ...(note === null ? [] : [note])];
  if (said.length === 0) return null;
  return (
    <div className={styles['notice']}>
      <Notice tone="wait">{said.join(' ')}</Notice>
    </div>
  );
}

/** Why there are no lines: no question, no match, or no answer yet. */
function NoFinds() {
  const { text, here, isAsking, faultHere } = useSearch();
  const asked = commandText(text);
  if (text.trim() === '') return <Examples />;
  const sentence =
    asked !== null
      ? commandTexts.none(asked)
      : faultHere !== null
        ? searchTexts.notLooked
        : here === null || isAsking
          ? searchTexts.looking
          : searchTexts.nothing(text.trim());
  return <p className={styles['nothing']}>{sentence}</p>;
}

function Examples() {
  return (
    <div className={classes(layout['scrolls'], styles['examples'])}>
      <p>{searchTexts.start}</p>
      <dl>
        {searchTexts.examples.map(([example, meaning]) => (
          <div key={example}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What was looked through, and what was not: never more than is true. */
function Coverage() {
  const { text, scopes, here, there, isAsking, faultThere, isJudgedOnlyHere } = useSearch();
  if (text.trim() === '' || here === null) return null;
  const service = isAsking
    ? searchTexts.asking
    : isJudgedOnlyHere
      ? searchTexts.ignored
      : faultThere === null
        ? scopes.includes('texts')
          ? searchTexts.there
          : ''
        : faultThere.kind === 'offline'
          ? searchTexts.offline
          : searchTexts.failed;
  return (
    <footer className={styles['footer']}>
      <p role="status">{isAsking ? '' : searchTexts.finds(here.finds.length + there.length)}</p>
      <p>
        {here.hasMore ? `${searchTexts.more} ` : ''}
        {coveredLine(here)} {service} {searchTexts.look}
      </p>
    </footer>
  );
}
