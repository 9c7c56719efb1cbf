import { Download } from 'lucide-react';
import { useEffect } from 'react';

import { zonesWords } from '../../../shared/features/zones/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { saveText } from '../../components/save-text.ts';
import { openZones } from '../../state/navigation.ts';
import { showToast } from '../../state/toast.ts';
import { auditLines, checkChain, useAuditLines, useChain } from './stores/chain.ts';
import { Page } from './page.tsx';
import styles from './zones.module.css';

const words = zonesWords.chain;

/** Whether what was written down of the drop zones is whole, and the lines themselves to take away. */
export function AuditPage() {
  const { isReading, value: checked, fault: checkFault } = useChain();
  const linesFault = useAuditLines(state => state.fault);
  const fault = checkFault ?? linesFault;
  useEffect(() => void checkChain(), []);
  return (
    <Page back={{ label: zonesWords.back, onPress: () => openZones() }} tools={<Tools />}>
      <h2 className={styles['title']}>{zonesWords.audit}</h2>
      <p className={styles['measure']}>{words.about}</p>
      {fault === null ? null : (
        <FaultNotice
          fault={fault}
          saidTitle={zonesWords.serviceSaid}
          again={{ label: zonesWords.again, onPress: () => void checkChain() }}
        />
      )}
      <div className={styles['measure']} role="status">
        {checked === null ? isReading ? words.checking : '' : <Checked />}
      </div>
    </Page>
  );
}

function Checked() {
  const checked = useChain(state => state.value);
  if (checked === null) return null;
  const { lines, cut, brokenAt, lastHash } = checked;
  const cutText = cut === 0 ? null : <span>{words.cut(cut)}</span>;
  if (brokenAt !== null) {
    return (
      <Notice tone="alert" title={words.broken(brokenAt)}>
        <span>{words.brokenAbout}</span>
        {cutText}
      </Notice>
    );
  }
  return (
    <Notice tone="good" title={words.whole}>
      <span>{words.wholeAbout(lines)}</span>
      {cutText}
      <span>
        {words.lastHash}: <code>{lastHash}</code>
      </span>
    </Notice>
  );
}

function Tools() {
  const isChecking = useChain(state => state.isReading);
  const isExporting = useAuditLines(state => state.isReading);
  const isBusy = isChecking || isExporting;
  const save = async () => {
    const lines = await auditLines();
    if (lines === null) return;
    // The hashes are of the lines exactly as they stand in the file.
    const text = lines.map(line => `${line}\n`).join('');
    saveText(words.fileName(new Date().toISOString().slice(0, 10)), 'application/x-ndjson', text);
    showToast(words.exported(lines.length));
  };
  return (
    <>
      <Button isDisabled={isBusy} onPress={() => void checkChain()}>
        {words.check}
      </Button>
      <Button isDisabled={isBusy} onPress={() => void save()}>
        <Download size={15} strokeWidth={1.75} aria-hidden="true" />
        {words.export}
      </Button>
    </>
  );
}
