import type { VersionRow } from '../../../shared/features/versions/model.ts';
import { versionWindowWords as words } from '../../../shared/features/versions/window-text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { restoreVersion, useVersions } from './stores/history.ts';

/** Asks before a new version is made of an older one. */
export function RestoreQuestion(props: {
  readonly row: VersionRow;
  readonly onClose: () => void;
  /** Called before it closes when the version was made. */
  readonly onRestored?: () => void;
}) {
  const { row, onClose, onRestored } = props;
  const { isBusy, fault, rows } = useVersions();
  const isHere = rows?.some(each => each.isHere) === true;
  const onYes = async () => {
    if (!(await restoreVersion(row.ref))) return;
    onRestored?.();
    onClose();
  };
  return (
    <Question
      title={words.restoring.title(words.label(row))}
      fault={fault}
      yes={words.restoring.yes}
      canAnswer
      startsAtYes
      isBusy={isBusy}
      onYes={() => void onYes()}
      onClose={onClose}
    >
      <p>{words.restoring.text}</p>
      {isHere ? <p>{words.restoring.here}</p> : null}
    </Question>
  );
}
