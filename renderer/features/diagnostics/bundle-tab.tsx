import { useState } from 'react';

import type { Bundle } from '../../../shared/features/diagnostics/model.ts';
import { diagnosticsWords } from '../../../shared/features/diagnostics/window-text.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Form } from '../../components/fields/form.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { LocalFolderField } from '../../components/local-folder/local-folder-field.tsx';
import { Checkbox } from '../../components/fields/checkbox.tsx';
import { useUsualPlace } from '../../components/fields/use-usual-place.ts';
import { usualDownloadPlace } from '../edit/stores/save-copy.ts';
import {
  hideFile,
  prepareBundle,
  saveBundle,
  showFile,
  showMore,
  type ShownFile,
  useBundle,
} from './stores/support-bundle.ts';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './diagnostics.module.css';
import { Dialog } from '../../components/overlay/dialog.tsx';

const words = diagnosticsWords.bundle;

/** Puts a support bundle together, shows exactly what is in it, and writes it where a person wants. */
export function BundleTab() {
  const { bundle, fault, shown, work } = useBundle();
  const [showsNames, setShowsNames] = useState(bundle?.showsNames ?? false);
  const isOther = bundle !== null && bundle.showsNames !== showsNames;
  return (
    <div className={classes(layout['scrolls'], styles['page'])}>
      <p>{words.what}</p>
      <p className={layout['softInk']}>{words.hidden}</p>
      <Checkbox isOn={showsNames} onChange={setShowsNames}>
        {words.names}
        <span className={layout['softInk']}>{` ${words.namesHint}`}</span>
      </Checkbox>
      <div className={layout['toolbar']}>
        <Button look={bundle === null || isOther ? 'main' : 'plain'} onPress={() => void prepareBundle(showsNames)}>
          {work === 'preparing' ? words.preparing : bundle === null ? words.prepare : words.again}
        </Button>
      </div>
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={diagnosticsWords.serviceSaid} />}
      {bundle === null ? null : <Contents bundle={bundle} isOther={isOther} />}
      {shown === null ? null : <BundleFileSheet shown={shown} />}
    </div>
  );
}

function Contents({ bundle, isOther }: { readonly bundle: Bundle; readonly isOther: boolean }) {
  return (
    <>
      <section className={layout['tight']} aria-labelledby="bundle files">
        <h2 className={styles['title']} id="bundle files">
          {words.files}
        </h2>
        <p className={layout['softInk']}>{words.total(bundle.files.length, formatBytes(bundle.sizeBytes))}</p>
        <ul className={styles['files']}>
          {bundle.files.map(({ name, about, sizeBytes }) => (
            <li className={styles['file']} key={name}>
              <Button look="quiet" label={words.show(name)} onPress={() => void showFile(name)}>
                <span className={styles['mono']}>{shownName(name)}</span>
              </Button>
              <span>{about}</span>
              <span className={layout['softInk']}>{formatBytes(sizeBytes)}</span>
            </li>
          ))}
        </ul>
      </section>
      {isOther ? <Notice tone="wait">{words.changed}</Notice> : <Saving />}
    </>
  );
}

/** The page may write nowhere itself, so the place is named, as that of a mirror is. */
function Saving() {
  const work = useBundle(state => state.work);
  const { folder, setFolder, isProposing } = useUsualPlace(usualDownloadPlace);
  const canSave = folder.trim() !== '';
  return (
    <Form onSubmit={() => (canSave ? void saveBundle(folder) : undefined)}>
      <LocalFolderField
        label={words.folder}
        value={folder}
        onChange={setFolder}
        isReadOnly={isProposing}
        hint={words.folderHint}
      />
      <div className={layout['toolbar']}>
        <Button look="main" type="submit" isDisabled={!canSave}>
          {work === 'saving' ? words.saving : words.save}
        </Button>
      </div>
    </Form>
  );
}

/** A file of the bundle, exactly as it will be written. */
function BundleFileSheet({ shown: { name, text, next, fault } }: { readonly shown: ShownFile }) {
  return (
    <Dialog
      title={words.showing(name)}
      size="large"
      isOpen
      onClose={hideFile}
      buttons={
        <>
          {text !== null && next !== null ? <Button onPress={() => void showMore()}>{words.more}</Button> : null}
          <Button isFirst onPress={hideFile}>
            {words.close}
          </Button>
        </>
      }
    >
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={diagnosticsWords.serviceSaid} />}
      {/* What scrolls can have the focus: arrow and page keys move it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles['content']} tabIndex={0} aria-label={name}>
        {text ?? words.reading}
      </pre>
    </Dialog>
  );
}
