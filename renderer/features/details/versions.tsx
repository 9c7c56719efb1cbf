import type { ItemAbout } from '../../../shared/features/details/model.ts';
import { detailsTexts } from '../../../shared/features/details/text.ts';
import { formatBytes, formatExact } from '../../../shared/text/format.ts';
import { versionWindowWords } from '../../../shared/features/versions/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { openHistory } from '../versions/stores/history.ts';
import styles from './details-panel.module.css';

type Version = NonNullable<ItemAbout['versions']>[number];

/** The history of a file, newest first, with what people said of each version. */
export function Versions(props: {
  readonly id: string;
  readonly name: string;
  readonly versions: readonly Version[];
  readonly head: string | null;
}) {
  const { id, name, versions, head } = props;
  return (
    <section className={styles['part']}>
      <h3>{detailsTexts.versions}</h3>
      <div className={styles['buttons']}>
        <Button onPress={() => void openHistory(id, name)}>{versionWindowWords.history}</Button>
      </div>
      <ol>
        {versions.map(version => (
          <li key={version.id} className={styles['version']}>
            <strong>
              {detailsTexts.versionNumber(version.number)}{' '}
              {version.id === head ? <Chip label={detailsTexts.current} tone="rest" /> : null}
            </strong>
            {version.summary === null ? null : <p>{version.summary}</p>}
            <span>{factsOf(version)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function factsOf({ createdAt, sizeBytes }: Version): string {
  const parts = [
    createdAt === null || Number.isNaN(Date.parse(createdAt)) ? '' : formatExact(Date.parse(createdAt)),
    sizeBytes === null ? '' : formatBytes(sizeBytes),
  ];
  return parts.filter(part => part !== '').join(' · ');
}
