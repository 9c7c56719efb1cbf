import { useEffect } from 'react';

import type { ZoneTest } from '../../../../shared/features/zones/model.ts';
import { formatBytes, formatCount } from '../../../../shared/text/format.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { wizardWords } from '../../../../shared/features/zones/wizard-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { MOST_ROWS, testZone, troublesOf, useWizard } from '../stores/wizard.ts';
import { Troubles } from './folder-step.tsx';
import { verdictText } from './what-step.tsx';
import styles from './wizard.module.css';
import layout from '../../../components/layout/layout.module.css';

const words = wizardWords.test;

/** What the zone would do with what is there now, before anything happens. */
export function TestStep() {
  const wizard = useWizard();
  const { tested, isTesting, destinationPath } = wizard;
  useEffect(() => void testZone(), []);
  const troubles = troublesOf(wizard) ?? [];
  return (
    <>
      <p>{words.about}</p>
      <div className={styles['line']}>
        <Button isDisabled={isTesting} onPress={() => void testZone()}>
          {isTesting ? wizardWords.looking : words.again}
        </Button>
      </div>
      {troubles.length === 0 ? null : <Troubles troubles={troubles} />}
      {tested === null ? null : (
        <>
          <Sums found={tested.found} into={destinationPath} />
          <Rows found={tested.found} />
        </>
      )}
    </>
  );
}

/** @param into the folder of the service, as people see it; empty while it is not known. */
function Sums({ found, into }: { readonly found: ZoneTest; readonly into: string }) {
  const { wouldSend, wouldSendBytes, runs, skipped, unreadable } = found;
  return (
    <dl className={styles['sums']}>
      <div>
        <dt>{words.send}</dt>
        <dd>{wouldSend === 0 ? wizardWords.what.nothing : wizardWords.what.fits(wouldSend, wouldSendBytes, runs)}</dd>
      </div>
      {into === '' ? null : (
        <div>
          <dt>{words.into}</dt>
          <dd>
            <bdi>{shownName(into)}</bdi>
          </dd>
        </div>
      )}
      {Object.entries(skipped).map(([verdict, files]) => (
        <div key={verdict}>
          <dt>{words.skip}</dt>
          <dd>
            {formatCount(files, 'file')}: {verdictText(verdict)}
          </dd>
        </div>
      ))}
      {unreadable.map(({ path, code }) => (
        <div key={path}>
          <dt>{words.cannot}</dt>
          <dd>
            <bdi>{shownName(path === '' ? '/' : path)}</bdi> <code>{shownName(code)}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Rows({ found: { rows } }: { readonly found: ZoneTest }) {
  if (rows.length === 0) return null;
  return (
    <>
      <p className={layout['faint']}>{words.first(MOST_ROWS)}</p>
      <table className={styles['table']} aria-label={words.rows}>
        <thead>
          <tr>
            {[words.path, words.size, words.verdict, words.to].map(title => (
              <th scope="col" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, sizeBytes, verdict, to }) => (
            <tr key={path}>
              <th scope="row">
                <bdi>{shownName(path)}</bdi>
              </th>
              <td>{formatBytes(sizeBytes)}</td>
              <td>{verdictText(verdict)}</td>
              <td>{to === null ? '' : <bdi>{shownName(to)}</bdi>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
