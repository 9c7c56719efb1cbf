import { useState } from 'react';

import type { SharingView } from '../../../shared/features/sharing/model.ts';
import { sharingWindow as words } from '../../../shared/features/sharing/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { narrow, openWider, useSharing } from './stores/sharing.ts';

interface WiderNoticesProps {
  readonly view: SharingView;
  readonly canChange: boolean;
}

/** Says that something is shared more widely than its folder, which cannot be seen in the folder. */
export function WiderNotices({ view, canChange }: WiderNoticesProps) {
  const { wider, folder } = view;
  if (wider !== null && wider > 0)
    return (
      <Notice tone="wait">
        <span>{words.widerFolder(wider)}</span>
        <Button look="quiet" isDisabled={!view.isFresh} onPress={() => void openWider(false)}>
          {words.review}
        </Button>
      </Notice>
    );
  if (folder === null || folder.outside.length + folder.matching.length === 0) return null;
  return <WiderFileNotice view={view} folder={folder} canChange={canChange} />;
}

interface WiderFileProps extends WiderNoticesProps {
  readonly folder: NonNullable<SharingView['folder']>;
}

function WiderFileNotice({ view, folder, canChange }: WiderFileProps) {
  const [isAsked, ask] = useState(false);
  const { changing, fault } = useSharing();
  const onYes = async () => {
    if (await narrow(folder.id, [view.serviceId])) ask(false);
  };
  return (
    <Notice tone="wait">
      <span>{words.widerFile(folder.name, folder.outside)}</span>
      {canChange && folder.matching.length > 0 ? (
        <Button look="quiet" onPress={() => ask(true)}>
          {words.match}
        </Button>
      ) : null}
      {isAsked ? (
        <Question
          title={words.matching.title(folder.name)}
          fault={fault}
          yes={words.matching.yes}
          canAnswer
          isBusy={changing !== null}
          isDangerous
          onYes={() => void onYes()}
          onClose={() => ask(false)}
        >
          <p>{words.matching.text(folder.matching)}</p>
        </Question>
      ) : null}
    </Notice>
  );
}
