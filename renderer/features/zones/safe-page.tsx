import { Download, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { SafeFile } from '../../../shared/features/zones/model.ts';
import { formatBytes, formatMoment } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { zonesWords } from '../../../shared/features/zones/window-text.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { CutName } from '../../components/items/cut-name.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { saveText } from '../../components/save-text.ts';
import { Checkbox } from '../../components/fields/checkbox.tsx';
import { useNow } from '../../state/clock.ts';
import { openZones } from '../../state/navigation.ts';
import { showToast } from '../../state/toast.ts';
import { useZones } from './stores/cards.ts';
import { verifyFiles } from './stores/runs.ts';
import { beginReport, readReport, useSafeReport, wholeReport } from './stores/safe-report.ts';
import { LongList } from './long-list.tsx';
import { Page } from './page.tsx';
import { useCard, useZoneName } from './use-card.ts';
import styles from './zones.module.css';

const words = zonesWords.report;

/** What may be removed from this computer. Benchtop itself never removes anything of it. */
export function SafePage({ zone }: { readonly zone: string }) {
  useEffect(() => void beginReport(zone, false), [zone]);
  const name = useZoneName(zone);
  const { rows, sizeBytes, next, fault, isReading, confirmed } = useSafeReport();
  return (
    <Page
      back={{ label: zonesWords.run.backTo(name), onPress: () => openZones({ name: 'zone', zone }) }}
      tools={<Tools zone={zone} name={name} />}
      isList
    >
      <h2 className={styles['title']}>{words.title(name)}</h2>
      <p className={styles['measure']}>{words.about}</p>
      <Checkbox isOn={confirmed} onChange={isOn => void beginReport(zone, isOn)}>
        {words.confirmed}
      </Checkbox>
      {confirmed ? <Notice tone="wait">{words.confirmedWarns}</Notice> : null}
      {fault === null ? null : (
        <FaultNotice
          fault={fault}
          saidTitle={zonesWords.serviceSaid}
          again={{ label: zonesWords.again, onPress: () => void readReport() }}
        />
      )}
      <p className={styles['soft']}>
        {rows.length === 0 ? (isReading ? words.reading : '') : words.sum(rows.length, sizeBytes, next === null)}
      </p>
      {rows.length > 0 ? <Rows rows={rows} /> : null}
      {rows.length === 0 && next === null ? <Nothing zone={zone} confirmed={confirmed} /> : null}
    </Page>
  );
}

/** Why nothing is safe to remove yet, and what makes it so, right there. */
function Nothing({ zone, confirmed }: { readonly zone: string; readonly confirmed: boolean }) {
  const isVerifying = useZones(({ busy }) => busy.has(`verify ${zone}`));
  const files = useCard(zone)?.files ?? null;
  const unread = files === null ? 0 : files.confirmed - files.verified;
  return (
    <EmptyState icon={ShieldCheck} title={words.none}>
      <p>{words.noneAbout}</p>
      {files?.confirmed === 0 ? <p>{words.noneArrived}</p> : unread > 0 ? <p>{words.unverified(unread)}</p> : null}
      {files?.confirmed === 0 ? null : (
        <Button
          look="main"
          isDisabled={isVerifying}
          onPress={() => void verifyFiles(zone, null).then(() => beginReport(zone, confirmed))}
        >
          {isVerifying ? zonesWords.run.verifying : words.verifyNow}
        </Button>
      )}
    </EmptyState>
  );
}

function Tools({ zone, name }: { readonly zone: string; readonly name: string }) {
  const { busy } = useZones();
  const [isSaving, setSaving] = useState(false);
  const count = useSafeReport(({ rows }) => rows.length);
  const save = async () => {
    setSaving(true);
    const text = await wholeReport();
    setSaving(false);
    if (text === null) return;
    saveText(words.fileName(name, new Date().toISOString().slice(0, 10)), 'text/csv', text);
    showToast(words.exported(useSafeReport.getState().rows.length));
  };
  return (
    <>
      {busy.has(`verify ${zone}`) ? <span className={styles['soft']}>{zonesWords.run.verifying}</span> : null}
      <Button isDisabled={count === 0 || isSaving} onPress={() => void save()}>
        <Download size={15} strokeWidth={1.75} aria-hidden="true" />
        {isSaving ? words.reading : words.export}
      </Button>
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly SafeFile[] }) {
  const { next, isReading } = useSafeReport();
  return (
    <LongList
      label={words.label}
      lines={rows}
      keyOf={({ path }) => path}
      textOf={({ path }) => shownName(path)}
      draw={row => <Row row={row} />}
      hasMore={next !== null}
      isReading={isReading}
      onMore={() => void readReport()}
    />
  );
}

function Row({ row: { path, sizeBytes, confirmedAt, verifiedAt, sha256 } }: { readonly row: SafeFile }) {
  const nowMs = useNow(MINUTE);
  const said =
    verifiedAt === null
      ? words.confirmedAt(formatMoment(confirmedAt, nowMs))
      : words.verifiedAt(formatMoment(verifiedAt, nowMs));
  return (
    <>
      <span className={styles['path']}>
        <CutName name={path} />
      </span>
      <span className={styles['size']}>{formatBytes(sizeBytes)}</span>
      <span className={styles['cut']} title={`${said} · SHA-256 ${sha256}`}>
        <span className={styles[verifiedAt === null ? 'wait' : 'good']}>{said}</span>
      </span>
    </>
  );
}
