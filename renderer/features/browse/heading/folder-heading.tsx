import { ArrowUp, LayoutGrid, List, RefreshCw } from 'lucide-react';
import { memo } from 'react';

import type { PlaceHead, PlaceStanding } from '../../../../shared/features/browse/folder-model.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { formatAgo, formatExact } from '../../../../shared/text/format.ts';
import { words } from '../../../../shared/text/words.ts';
import { SECOND } from '../../../../shared/units.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Chip } from '../../../components/items/chip.tsx';
import { useNow } from '../../../state/clock.ts';
import { checkPlace, type FolderStanding, useListing } from '../stores/files.ts';
import { openFolder } from '../../../state/navigation.ts';
import { checkNow } from '../../../state/sync.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showAs, useFilesLook } from '../stores/view.ts';
import { ColumnsMenu } from '../list/columns-menu.tsx';
import { FilterField } from '../filter-field.tsx';
import styles from './folder-heading.module.css';
import { type Shown, placeLabel } from '../place-labels.ts';

/** The folder's name, what is in it, when it was last compared with the service, and what narrows the list down. */
export const FolderHeading = memo(PlainHeading);

interface HeadingProps {
  readonly shown: Shown;
  readonly standing: FolderStanding | null;
}

function PlainHeading({ shown, standing }: HeadingProps) {
  const { mirror } = shown;
  const mode = mirror === null ? null : words.files.modes[mirror.mode];
  const above = standing?.head.trail.at(-2)?.place ?? null;
  return (
    <div className={styles['heading']}>
      <Button
        look="icon"
        label={words.files.up}
        isDisabled={above === null}
        onPress={() => (above === null ? undefined : openFolder(above))}
      >
        <ArrowUp size={17} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <div className={styles['title']}>
        <h1 title={placeLabel(shown, standing)}>{placeLabel(shown, standing)}</h1>
        {mode === null ? null : <Chip label={mode} />}
        <Summary standing={standing} />
      </div>
      {standing === null ? null : (
        <div className={styles['tools']}>
          <Checked shown={shown} head={standing.head} />
          <FilterField key={shown.key} />
          <LookButton />
          <ColumnsMenu />
        </div>
      )}
    </div>
  );
}

/** Lines or tiles. */
function LookButton() {
  const look = useFilesLook(state => state.look);
  const [Icon, label, next] =
    look === 'list'
      ? ([LayoutGrid, browseTexts.asTiles, 'tiles'] as const)
      : ([List, browseTexts.asList, 'list'] as const);
  return (
    <Hint text={label}>
      <Button look="icon" label={label} onPress={() => showAs(next)}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </Hint>
  );
}

/** How a place stands of which it is known what is in it. */
const COUNTED: ReadonlySet<PlaceStanding> = new Set(['ready', 'partial', 'archived']);

function Summary({ standing }: { readonly standing: FolderStanding | null }) {
  const filter = useListing(state => state.filter);
  if (standing === null || !COUNTED.has(standing.head.standing)) return null;
  const { folders, files, all } = standing;
  const text = filter === '' ? words.files.summary(folders, files) : browseTexts.matching(folders + files, all);
  return (
    <span className={styles['summary']} title={text}>
      {text}
    </span>
  );
}

function Checked({ shown, head }: { readonly shown: Shown; readonly head: PlaceHead }) {
  const { reading } = head;
  return (
    <div className={styles['checked']}>
      {reading === null ? (
        <CheckedAt at={head.checkedAt} />
      ) : (
        <span title={browseTexts.reading(reading.page, reading.pages)}>
          {browseTexts.reading(reading.page, reading.pages)}
        </span>
      )}
      <span aria-hidden="true">·</span>
      <Button look="quiet" isDisabled={reading !== null} onPress={() => check(shown)}>
        <RefreshCw size={13} strokeWidth={2} aria-hidden="true" />
        {words.files.checkNow}
      </Button>
    </div>
  );
}

function CheckedAt({ at }: { readonly at: string | null }) {
  const nowMs = useNow(SECOND);
  if (at === null) return <span title={words.files.neverChecked}>{words.files.neverChecked}</span>;
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} title={formatExact(atMs)}>
      {words.files.checked(formatAgo(atMs, nowMs))}
    </time>
  );
}

/** What is mirrored is looked at as a whole, on both sides; what is not, alone. */
function check({ mirror, place }: Shown): void {
  if (mirror === null) void checkPlace(place).catch(() => undefined);
  else void checkNow();
}
