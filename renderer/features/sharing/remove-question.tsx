import { effectiveAccess, withoutEntry } from '../../../shared/features/sharing/effective-access.ts';
import type { ShareRow, SharingView } from '../../../shared/features/sharing/model.ts';
import { leftText } from '../../../shared/features/sharing/text.ts';
import { sharingWindow as words } from '../../../shared/features/sharing/window-text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Question } from '../../components/overlay/question.tsx';
import { removeEntry, useSharing } from './stores/sharing.ts';

interface RemoveQuestionProps {
  readonly row: ShareRow;
  readonly view: SharingView;
  readonly onClose: () => void;
}

/** Asks before an entry goes, and says what is left afterwards. */
export function RemoveQuestion({ row, view, onClose }: RemoveQuestionProps) {
  const { changing, fault } = useSharing();
  const { key, name, isMe, principal, sources } = row;
  const own = sources.find(({ how }) => how === 'here');
  const texts = words.removing;
  const left = (): string => {
    const rows = withoutEntry(view.rows, own?.entry ?? '');
    const { role, teams } = effectiveAccess(rows, key);
    if (role === null && principal.kind === 'organization') return texts.everybody;
    if (role === null && teams.length === 0 && isMe) return texts.lostMe;
    return leftText({ rows, organization: view.organization }, { key, name }, 'afterwards');
  };
  const onYes = async () => {
    const entry = own?.entry ?? null;
    if (entry !== null && (await removeEntry({ key, name, entry }))) onClose();
  };
  return (
    <Question
      title={isMe ? texts.titleMe : texts.title(name)}
      fault={fault}
      yes={texts.yes}
      canAnswer={own?.entry !== null}
      isBusy={changing !== null}
      isDangerous
      onYes={() => void onYes()}
      onClose={onClose}
    >
      <p>{shown(left())}</p>
    </Question>
  );
}
