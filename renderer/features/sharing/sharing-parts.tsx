import { useState } from 'react';

import type { WiderFile } from '../../../shared/features/sharing/model.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { sharingWindow as words } from '../../../shared/features/sharing/window-text.ts';
import { closeWider, narrowAccess, useSharing } from './stores/sharing.ts';
import { SharingDialog } from './sharing-dialog.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Checkbox } from '../../components/fields/checkbox.tsx';
import { TwoLines } from '../../components/items/two-lines.tsx';
import layout from '../../components/layout/layout.module.css';

/** What stands over every screen for sharing: who can see a thing, and files that are shared more widely. */
export function SharingParts() {
  const isOpen = useSharing(state => state.id !== null);
  const isWider = useSharing(state => state.wider !== null);
  if (!isOpen) return null;
  return (
    <>
      <SharingDialog />
      {isWider ? <WiderDialog /> : null}
    </>
  );
}

/** Files that more people can open than this folder; they can be narrowed. */
function WiderDialog() {
  const { name, wider, view, changing } = useSharing();
  const [ticked, tick] = useState<ReadonlySet<string>>(new Set());
  if (wider === null) return null;
  const { files } = wider;
  const count = files?.filter(({ id }) => ticked.has(id)).length ?? 0;
  const toggle = (id: string, isOn: boolean) =>
    tick(new Set(isOn ? [...ticked, id] : [...ticked].filter(each => each !== id)));
  return (
    <Dialog
      title={words.widerTitle(shownName(name))}
      size="large"
      isOpen
      onClose={closeWider}
      buttons={
        <>
          <Button isFirst onPress={closeWider}>
            {words.back}
          </Button>
          {view === null ? null : (
            <Button
              look="danger"
              isDisabled={count === 0 || changing !== null}
              onPress={() => void narrowAccess(view.serviceId, [...ticked])}
            >
              {words.narrow(count)}
            </Button>
          )}
        </>
      }
    >
      {files === null ? <p>{words.reading}</p> : null}
      {files?.length === 0 ? <p>{words.widerNone}</p> : null}
      {files !== null && files.length > 0 ? <p>{words.widerHint}</p> : null}
      <ul className={layout['stack']}>
        {files?.map(file => (
          <li key={file.id}>
            <Checkbox isOn={ticked.has(file.id)} onChange={isOn => toggle(file.id, isOn)}>
              <FileWords file={file} />
            </Checkbox>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function FileWords({ file: { name, folder, ways } }: { readonly file: WiderFile }) {
  return (
    <TwoLines about={ways.map(way => words.way(way.name, way.role)).join(', ')}>
      <bdi>{folder === null ? shownName(name) : `${shownName(folder.name)} / ${shownName(name)}`}</bdi>
    </TwoLines>
  );
}
