import { versionWindowWords as words } from '../../../shared/features/versions/window-text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { dropDraft, useVersions } from './stores/history.ts';

/** Asks before a merge that is nowhere else is forgotten. */
export function DropQuestion({ onClose }: { readonly onClose: () => void }) {
  const { isBusy, fault, name } = useVersions();
  const onYes = async () => {
    if (await dropDraft()) onClose();
  };
  return (
    <Question
      title={words.dropping.title(name)}
      fault={fault}
      yes={words.dropping.yes}
      canAnswer
      isBusy={isBusy}
      isDangerous
      onYes={() => void onYes()}
      onClose={onClose}
    >
      <p>{words.dropping.text}</p>
    </Question>
  );
}
