import type { ShareRow } from '../../../shared/model/sharing.ts';
import { sourceText } from '../../../shared/text/sharing.ts';
import { sharingWindow as words } from '../../../shared/text/sharing-window.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Question } from '../../components/question.tsx';
import { removeEntry, useSharing } from '../../stores/sharing.ts';

/** Asks before an entry goes, and says what is left afterwards. */
export function RemoveQuestion({ row, onClose }: { readonly row: ShareRow; readonly onClose: () => void }) {
  const { changing, fault } = useSharing();
  const { key, name, isMe, sources } = row;
  const own = sources.find(({ how }) => how === 'here');
  const left = sources.filter(source => source !== own);
  const texts = words.removing;
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
      <p>{shown(left.length > 0 ? texts.stays(name, left.map(sourceText)) : isMe ? texts.lostMe : texts.lost(name))}</p>
    </Question>
  );
}
