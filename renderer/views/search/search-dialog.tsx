import {
  Autocomplete,
  Dialog,
  ListBox,
  ListBoxSection,
  Modal,
  ModalOverlay,
  Header,
  ToggleButton,
  ToggleButtonGroup,
} from 'react-aria-components';

import { faultText } from '../../../shared/text/faults.ts';
import { coveredLine, searchTexts } from '../../../shared/text/search.ts';
import { Notice } from '../../components/notice.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { bestFind, choose, closeSearch, type Scope, typed, useSearch } from '../../stores/search.ts';
import { FindLine, keyOf } from './find-line.tsx';
import { open } from './open-find.ts';
import styles from './search-dialog.module.css';

/** Searching from anywhere: what is here at once while somebody types, what is at the service a moment later. */
export function SearchDialog() {
  const isOpen = useSearch(state => state.isOpen);
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      isOpen={isOpen}
      isDismissable
      onOpenChange={shown => (shown ? undefined : closeSearch())}
    >
      <Modal className={styles['sheet'] ?? ''}>
        <Dialog className={styles['dialog'] ?? ''} aria-label={searchTexts.title}>
          <Searching />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Searching() {
  const text = useSearch(state => state.text);
  return (
    <Autocomplete inputValue={text} onInputChange={typed} disableAutoFocusFirst>
      <div className={styles['head']}>
        <SearchField
          label={searchTexts.field}
          clearLabel={searchTexts.clear}
          isFirst
          onSubmit={() => void openBest()}
        />
        <Scopes />
      </div>
      <Troubles />
      <Finds />
      <Coverage />
    </Autocomplete>
  );
}

/** Enter in the field: the first of what fits what stands there. Who types fast is ahead of what is on show. */
async function openBest(): Promise<void> {
  const best = await bestFind();
  if (best !== null) open(best);
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
  const sentences = (here?.troubles ?? []).map(({ filter }) => searchTexts.troubles[filter]);
  if (fault !== null) {
    const { title, sentence, remedy } = faultText(fault);
    return (
      <div className={styles['notice']}>
        <Notice tone="alert" title={title}>
          {`${sentence} ${remedy}`.trim()}
        </Notice>
      </div>
    );
  }
  if (sentences.length === 0) return null;
  return (
    <div className={styles['notice']}>
      <Notice tone="wait">{[...new Set(sentences)].join(' ')}</Notice>
    </div>
  );
}

function Finds() {
  const { text, here, there, isAsking } = useSearch();
  const local = here?.finds ?? [];
  const all = [...local, ...there];
  const isNothing = here !== null && all.length === 0 && !isAsking;
  return (
    <ListBox
      className={styles['list'] ?? ''}
      aria-label={searchTexts.title}
      onAction={key => {
        const find = all.find(each => keyOf(each) === key);
        if (find !== undefined) open(find);
      }}
      renderEmptyState={() =>
        text.trim() === '' ? (
          <Examples />
        ) : isNothing ? (
          <p className={styles['nothing']}>{searchTexts.nothing(text.trim())}</p>
        ) : null
      }
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
    </ListBox>
  );
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
        {coveredLine(here)} {service}
      </p>
    </footer>
  );
}
