import type { ZoneCard } from '../../../shared/features/zones/model.ts';
import { formatAgo, formatExact } from '../../../shared/text/format.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { arrivalLine } from '../../../shared/features/zones/arrival-text.ts';
import { zonesWords as words } from '../../../shared/features/zones/window-text.ts';
import { SECOND } from '../../../shared/units.ts';
import { useNow } from '../../state/clock.ts';
import { Fact } from './page.tsx';
import styles from './zones.module.css';

const { fact } = words;

/** What a zone sends from where to where, and how far that is. */
export function CardFacts({ card }: { readonly card: ZoneCard }) {
  const { definition, destinationPath, lastRun, files, oldestUnconfirmedAt, checkedAt } = card;
  const nowMs = useNow(SECOND);
  return (
    <dl className={styles['facts']}>
      <Fact label={fact.folder}>
        <bdi>{shown(definition.folder)}</bdi>
        <span className={styles['soft']}>{placeWords(card)}</span>
      </Fact>
      <Fact label={fact.destination}>
        <bdi>{shown(destinationPath)}</bdi>
      </Fact>
      <Fact label={fact.lastRun}>
        {lastRun === null ? words.noRun : <bdi>{shown(lastRun.name)}</bdi>}
        {lastRun === null ? null : (
          <span className={styles['soft']} title={formatExact(lastRun.at)}>
            {formatAgo(lastRun.at, nowMs)}
          </span>
        )}
      </Fact>
      <Fact label={fact.waiting}>
        {arrivalLine(card)}
        {files.refused === 0 ? null : <span className={styles['alert']}>{words.refusedOf(files.refused)}</span>}
      </Fact>
      <Fact label={fact.oldest}>
        {oldestUnconfirmedAt === null ? (
          words.none
        ) : (
          <span title={formatExact(oldestUnconfirmedAt)}>{formatAgo(oldestUnconfirmedAt, nowMs)}</span>
        )}
      </Fact>
      <Fact label={fact.today}>{words.today(card)}</Fact>
      <Fact label={fact.arrived}>
        {words.arrived(card)}
        <span className={styles['soft']}>
          {checkedAt === null ? words.neverChecked : words.lastChecked(formatAgo(checkedAt, nowMs))}
        </span>
      </Fact>
    </dl>
  );
}

/** What kind of disk the folder is on, and what is left of it. */
function placeWords({ volume, freeBytes }: ZoneCard): string {
  const kind = words.volumes[volume];
  return freeBytes === null ? kind : `${kind}, ${words.free(freeBytes)}`;
}
