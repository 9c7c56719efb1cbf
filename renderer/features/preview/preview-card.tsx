import { Download, Eye, History, Maximize2, MessagesSquare, X } from 'lucide-react';
import { useEffect } from 'react';

import { chatPlace } from '../../../shared/features/chat/place-text.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { previewTexts as texts } from '../../../shared/features/preview/pane-text.ts';
import { sideTexts } from '../../../shared/features/details/side-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { CopyCards } from '../../components/items/copy-card.tsx';
import { ItemIcon } from '../../components/items/item-icon.tsx';
import { type SideDeed, SideHead } from '../../components/overlay/side-head.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { askPerson } from '../../state/edit.ts';
import { stepFile } from '../browse/stores/stepping.ts';
import { toggleDetails } from '../details/stores/details.ts';
import { closeHistory, openHistory, useIsInSheet } from '../versions/stores/history.ts';
import { askAgent } from '../chat/stores/asking-agent.ts';
import { closePreview, enlargePreview, type PreviewState, type PreviewSubject, usePreview } from './stores/preview.ts';
import { copiesKey, copyDeeds, useWorkingCopies, watchCopies } from '../versions/stores/working-copies.ts';
import styles from './preview-card.module.css';
import { PreviewBody } from './preview-body.tsx';
import { useRow } from './row-of.ts';
import layout from '../../components/layout/layout.module.css';

/** What every preview has, wherever it is: a head with what it is, and what can be seen of it. */
export function PreviewCard({ place, instead }: { readonly place: 'pane' | 'sheet'; readonly instead: string }) {
  const state = usePreview();
  const { subject } = state;
  return (
    <section className={layout['column']} aria-label={subject === null ? texts.title : texts.titleOf(subject.name)}>
      {place === 'pane' ? (
        <PaneHead state={state} />
      ) : (
        <header className={styles['head']}>
          <div className={styles['name']}>
            <h2>{subject === null ? texts.title : shownName(subject.name)}</h2>
            <Marks state={state} />
          </div>
          {subject === null || subject.task !== undefined ? null : (
            <>
              <HistoryButton subject={subject} />
              <AskButton subject={subject} />
            </>
          )}
          <Hint text={texts.close}>
            <Button look="icon" label={texts.close} onPress={closePreview}>
              <X size={16} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          </Hint>
        </header>
      )}
      {subject === null ? (
        <EmptyState icon={Eye} title={texts.title}>
          <p>{instead}</p>
        </EmptyState>
      ) : (
        <>
          {subject.task === undefined ? <CopiesOfFile file={subject.id} /> : null}
          <PreviewBody key={`${subject.id} ${subject.version ?? ''}`} state={state} />
        </>
      )}
    </section>
  );
}

/** Beside the list: the other side of the panel is Details. */
function PaneHead({ state }: { readonly state: PreviewState }) {
  const { subject } = state;
  const row = useRow(subject?.id ?? '');
  const deeds: readonly SideDeed[] =
    subject === null
      ? []
      : [
          { label: sideTexts.deeds.open, icon: Maximize2, onPress: enlargePreview },
          ...(row === null || row === undefined
            ? []
            : [
                {
                  label: sideTexts.deeds.download,
                  icon: Download,
                  onPress: () => askPerson({ name: 'download', rows: [row] }),
                },
              ]),
          {
            label: sideTexts.deeds.ask,
            icon: MessagesSquare,
            onPress: () =>
              askAgent([{ id: subject.id, name: subject.name }], { file: subject.id, version: subject.version }),
          },
          {
            label: sideTexts.deeds.history,
            icon: History,
            onPress: () => void openHistory(subject.id, subject.name),
          },
        ];
  return (
    <SideHead
      title={subject === null ? texts.title : shownName(subject.name)}
      icon={subject === null ? null : <ItemIcon kind="file" name={subject.name} size={20} />}
      marks={<Marks state={state} />}
      side="preview"
      onSide={side => (side === 'details' ? toggleDetails() : undefined)}
      onStep={subject === null ? null : stepFile}
      deeds={deeds}
      closeLabel={texts.close}
      onClose={closePreview}
    />
  );
}

/** Where the agent edits a copy of it. */
function CopiesOfFile({ file }: { readonly file: string }) {
  const copies = useWorkingCopies(({ lists }) => lists.get(copiesKey({ file }))?.copies ?? null);
  useEffect(() => watchCopies({ file }), [file]);
  // Who looks into a file is told of what may become its next version; all of them stand in Details.
  const edited = copies?.filter(({ state }) => state === 'edited' || state === 'both') ?? [];
  if (edited.length === 0) return null;
  return (
    <div className={styles['notices']}>
      <CopyCards copies={edited} isInTask={false} deedsOf={copyDeeds} />
    </div>
  );
}

/** Shows the versions of what is looked into beside it, or puts them away. */
function HistoryButton({ subject: { id, name } }: { readonly subject: PreviewSubject }) {
  const isOpen = useIsInSheet();
  return (
    <Button look="quiet" isExpanded={isOpen} onPress={() => (isOpen ? closeHistory() : void openHistory(id, name))}>
      <History size={15} strokeWidth={1.75} aria-hidden="true" />
      {sideTexts.deeds.history}
    </Button>
  );
}

/** Goes to a new conversation about what is looked into. */
function AskButton({ subject: { id, name, version } }: { readonly subject: PreviewSubject }) {
  const ask = () => {
    // A sheet over the window would stay over the conversation.
    if (usePreview.getState().place === 'sheet') closePreview();
    askAgent([{ id, name }], { file: id, version });
  };
  return (
    <Hint text={chatPlace.askAbout}>
      <Button look="icon" label={chatPlace.askAbout} onPress={ask}>
        <MessagesSquare size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </Hint>
  );
}

/** How large it is, where it was read from, and which version it is. */
function Marks({ state: { look, subject } }: { readonly state: PreviewState }) {
  const isKept = useRow(subject?.id ?? '')?.badge === 'pinned';
  if (look?.is !== 'open') return null;
  return (
    <p className={styles['marks']}>
      <span>{formatBytes(look.sizeBytes)}</span>
      {look.from === 'service' ? <Chip label={isKept ? texts.fromServiceKept : texts.fromService} /> : null}
      {subject?.version === null ? null : <Chip label={texts.version} tone="soft" />}
    </p>
  );
}
