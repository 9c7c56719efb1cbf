import type { KeyboardEvent } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  ToggleButton,
  ToggleButtonGroup,
} from 'react-aria-components';
import { Terminal } from 'lucide-react';

import { commandTexts } from '../../../shared/features/search/commands-text.ts';
import { coveredLine, searchTexts } from '../../../shared/features/search/text.ts';
import { words } from '../../../shared/text/words.ts';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { chooseFiles } from '../../components/controls/choose-files.ts';
import { SearchField } from '../../components/fields/search-field.tsx';
import { type Command, commandsFor, commandText } from './stores/commands.ts';
import { openPreview } from '../preview/stores/preview.ts';
import { choose, closeSearch, hereIsCurrent, type Scope, typed, useSearch } from './stores/search.ts';
import { useSyncStatus } from '../../state/sync.ts';
import { FindLine, keyOf } from './find-line.tsx';
import { open } from './open-find.ts';
import styles from './search-dialog.module.css';

/** The search dialog: results of this computer appear while a person types, results of the service a moment later. */
export function SearchDialog({ onShowKeys }: { readonly onShowKeys: () => void }) {
  const isOpen = useSearch(state => state.isOpen);
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      data-modal
      isOpen={isOpen}
      isDismissable
      onOpenChange={shown => (shown ? undefined : closeSearch())}
    >
      <Modal className={styles['sheet'] ?? ''}>
        <Dialog className={styles['dialog'] ?? ''} aria-label={searchTexts.title}>
          <div className={styles['inside']} role="presentation" onKeyDownCapture={lookInside}>
            <Searching onShowKeys={onShowKeys} />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Searching({ onShowKeys }: { readonly onShowKeys: () => void }) {
  const text = useSearch(state => state.text);
  useSyncStatus(state => state.value?.state);
  const commands = commandsFor(text, { showKeys: onShowKeys, chooseFiles: chosen => chooseFiles(false, chosen) });
  return (
    <Autocomplete inputValue={text} onInputChange={typed} disableAutoFocusFirst>
      <div className={styles['head']}>
        <SearchField
          label={searchTexts.field}
          clearLabel={searchTexts.clear}
          isFirst
          onSubmit={() => void openBest(commands)}
        />
        {commandText(text) === null ? <Scopes /> : null}
      </div>
      <Troubles />
      <Finds commands={commands} />
      <Coverage />
    </Autocomplete>
  );
}

/** Ctrl+Enter looks into the find that the keys have come to, or the first one. */
function lookInside(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  const { here, there } = useSearch.getState();
  const active = document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '');
  const all = [...(here?.finds ?? []), ...there];
  const key = active?.getAttribute('data-key') ?? null;
  const find = key === null ? all[0] : all.find(each => keyOf(each) === key);
  const id = find?.item ?? find?.serviceId ?? null;
  if (find?.kind !== 'file' || id === null) return;
  event.preventDefault();
  event.stopPropagation();
  closeSearch();
  openPreview({ id, name: find.name, version: null });
}

/** Enter in the field: the first of what is on show. A command only when it was asked for, or nothing else can come. */
async function openBest(commands: readonly Command[]): Promise<void> {
  if (!(await hereIsCurrent())) return;
  const { text, here, there, isAsking } = useSearch.getState();
  const best = here?.finds[0] ?? there[0];
  const [command] = commands;
  if (best !== undefined) void open(best);
  else if (command !== undefined && (commandText(text) !== null || (here !== null && !isAsking))) give(command);
}

function give(command: Command): void {
  closeSearch();
  command.run();
}

function Scopes() {
  const scopes = useSearch(state => state.scopes);
  const change = (keys: ReadonlySet<unknown>) =>
    choose((['texts', 'tasks'] as const satisfies readonly Scope[]).filter(scope => keys.has(scope)));
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

function Finds({ commands }: { readonly commands: readonly Command[] }) {
  const { here, there } = useSearch();
  const local = here?.finds ?? [];
  const all = [...local, ...there];
  return (
    <ListBox
      className={styles['list'] ?? ''}
      aria-label={searchTexts.title}
      onAction={key => {
        const find = all.find(each => keyOf(each) === key);
        const command = commands.find(each => keyOfCommand(each) === key);
        if (find !== undefined) void open(find);
        else if (command !== undefined) give(command);
      }}
      renderEmptyState={() => <NoFinds />}
    >
      {local.length === 0 ? null : (
        <ListBoxSection>
          <Header className={styles['heading'] ?? ''}>{searchTexts.scopes.here}</Header>
          {local.map(find => (
            <FindLine find={find} key={keyOf(find)} />
          ))}
        </ListBoxSection>
      )}
      {there.length === 0 ? null : (
        <ListBoxSection>
          <Header className={styles['heading'] ?? ''}>{searchTexts.atTheService}</Header>
          {there.map(find => (
            <FindLine find={find} key={keyOf(find)} />
          ))}
        </ListBoxSection>
      )}
      {commands.length === 0 ? null : (
        <ListBoxSection>
          <Header className={styles['heading'] ?? ''}>{commandTexts.heading}</Header>
          {commands.map(command => (
            <CommandFind command={command} key={command.name} />
          ))}
        </ListBoxSection>
      )}
    </ListBox>
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
    <div className={styles['examples']}>
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

/** The key of a command in the list of finds. */
function keyOfCommand({ name }: Pick<Command, 'name'>): string {
  return `> ${name}`;
}

/** A command among the finds, with the keys that give it from anywhere. */
function CommandFind({ command }: { readonly command: Command }) {
  return (
    <ListBoxItem id={keyOfCommand(command)} className={styles['find'] ?? ''} textValue={command.label}>
      <Terminal className={styles['icon']} size={17} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles['name']}>{command.label}</span>
      {command.keys === null ? null : <kbd className={styles['given']}>{command.keys}</kbd>}
    </ListBoxItem>
  );
}
