import type { ReactNode } from 'react';

import type { ActivityDetail } from '../../../shared/features/activity/model.ts';
import { activityWords } from '../../../shared/features/activity/text.ts';
import { formatExact, formatExactBytes } from '../../../shared/text/format.ts';
import { historyText } from '../../../shared/features/activity/history-text.ts';
import { words as frame } from '../../../shared/text/words.ts';
import { baseName } from '../../../shared/local-path.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { hideEntry, undoEntry, useEntry } from './stores/activity-detail.ts';
import { showToast } from '../../state/toast.ts';
import styles from './entry-sheet.module.css';

const words = activityWords.detail;

/** What is known of one line of history, and its way back. Names for programs are only in what is copied. */
export function EntrySheet() {
  const { id, detail, fault, isUndoing } = useEntry();
  if (id === null) return null;
  const entry = detail?.entry ?? null;
  return (
    <Dialog
      title={entry === null ? words.reading : words.title(historyText(entry).verb, baseName(entry.path))}
      isOpen
      onClose={hideEntry}
      buttons={
        <>
          {detail === null ? null : <Button onPress={() => void copyOf(detail)}>{words.copy}</Button>}
          {entry?.undo === 'possible' ? (
            <Button isDisabled={isUndoing} onPress={() => void undoEntry()}>
              {isUndoing ? words.undoing : words.undo}
            </Button>
          ) : null}
          <Button isFirst onPress={hideEntry}>
            {words.close}
          </Button>
        </>
      }
    >
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={frame.start.serviceSaid} />}
      {detail === null ? null : (
        <dl className={styles['facts']}>
          {factsOf(detail).map(([label, value]) => (
            <Row label={label} key={label}>
              {value}
            </Row>
          ))}
        </dl>
      )}
    </Dialog>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

type FactLine = readonly [label: string, value: string];

function factsOf({ entry, localPath, servicePath, sha256 }: ActivityDetail): readonly FactLine[] {
  const { at, sizeBytes, undo } = entry;
  return [
    [words.when, formatExact(Date.parse(at))],
    [words.why, undo === 'done' ? `${historyText(entry).cause}. ${words.undone}` : historyText(entry).cause],
    [words.here, localPath ?? `${entry.path} (${words.notMirrored})`],
    ...(servicePath === null ? [] : [[words.there, servicePath] as const]),
    ...(sizeBytes === null ? [] : [[words.size, formatExactBytes(sizeBytes)] as const]),
    ...(sha256 === null ? [] : [[words.bytes, sha256] as const]),
  ];
}

function idsOf({ entry: { fileId, versionId } }: ActivityDetail): readonly FactLine[] {
  return [
    ...(fileId === null ? [] : [[words.file, fileId] as const]),
    ...(versionId === null ? [] : [[words.version, versionId] as const]),
  ];
}

async function copyOf(detail: ActivityDetail): Promise<void> {
  const lines = [...factsOf(detail), ...idsOf(detail)].map(([label, value]) => `${label}: ${value}`);
  await navigator.clipboard.writeText([historyText(detail.entry).verb, ...lines].join('\n'));
  showToast(words.copied);
}
