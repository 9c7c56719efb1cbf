import type { VersionRow } from '../../../shared/features/versions/model.ts';
import { versionWindowWords as words } from '../../../shared/features/versions/window-text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { restore, useVersions } from './stores/history.ts';

/** Asks before a new version is made of an older one. */
export function RestoreQuestion({ row, onClose }: { readonly row: VersionRow; readonly onClose: () => void }) {
  const { isBusy, fault, rows } = useVersions();
  const isHere = rows?.some(each => each.isHere) === true;
  const onYes = async () => {
    if (await restore(row.ref)) onClose();
  };
  return (
    <Question
      title={words.restoring.title(words.label(row))}
      fault={fault}
      yes={words.restoring.yes}
      canAnswer
      isBusy={isBusy}
      onYes={() => void onYes()}
      onClose={onClose}
    >
      <p>{words.restoring.text}</p>
      {isHere ? <p>{words.restoring.here}</p> : null}
    </Question>
  );
}
