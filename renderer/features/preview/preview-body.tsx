import { Component, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { isUnknown, kindOf, maybeTable, MOST_PREVIEW_BYTES, type PreviewKind } from '../../../shared/preview/kind.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { previewTexts as texts } from '../../../shared/features/preview/pane-text.ts';
import { viewWords } from '../../../shared/features/chat/working-copies-text.ts';
import { decode } from '../../../shared/preview/encoding.ts';
import { plainForm } from '../../../shared/preview/plain-form.ts';
import { hasTable } from '../../../shared/preview/table-decision.ts';
import { KIB } from '../../../shared/units.ts';
import { Amount } from '../../components/feedback/progress-bar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { CopyFault } from '../../components/feedback/copy-details.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { askPerson, type SavedView } from '../../state/edit.ts';
import {
  fetchForPreview,
  type OpenContent,
  type PreviewLook,
  type PreviewState,
  readContent,
  showNewer,
  stopFetching,
} from './stores/preview.ts';
import { FactsCard } from './facts-card.tsx';
import styles from './preview-card.module.css';
import type { ViewedFile } from './viewer.ts';
import { VIEWERS } from './viewers.ts';

/** What can be seen of a file, or why nothing can. */
export function PreviewBody({ state }: { readonly state: PreviewState }) {
  const { look, isOld } = state;
  return (
    <>
      {isOld ? (
        <div className={styles['notices']}>
          <Notice tone="wait">
            <span>{texts.newer}</span>
            <Button look="quiet" onPress={showNewer}>
              {texts.showNewer}
            </Button>
          </Notice>
        </div>
      ) : null}
      <div className={styles['body']}>
        {look === null || look.is === 'opening' ? (
          <Opening look={look} />
        ) : look.is === 'failed' ? (
          <Failed fault={look.fault} state={state} />
        ) : look.is === 'not-here' ? (
          <NotHere state={state} look={look} />
        ) : (
          <Opened key={look.content} content={look} state={state} />
        )}
      </div>
    </>
  );
}

/** How far it is. What comes from the service can be stopped. */
function Opening({ look }: { readonly look: Extract<PreviewLook, { is: 'opening' }> | null }) {
  if (look?.isFetching !== true) return <Wait text={texts.opening} />;
  const { doneBytes, sizeBytes } = look.fetched ?? { doneBytes: 0, sizeBytes: null };
  return (
    <div className={styles['ask']}>
      <p>{texts.fetching}</p>
      <Amount label={texts.fetching} done={doneBytes} all={sizeBytes} text={texts.came(doneBytes, sizeBytes)} />
      <Button onPress={stopFetching}>{texts.stop}</Button>
    </div>
  );
}

/** Said only where it takes a while. */
function Wait({ text }: { readonly text: string }) {
  return <p className={`${styles['wait'] ?? ''} ${styles['late'] ?? ''}`}>{text}</p>;
}

function Failed({ fault, state }: { readonly fault: Fault; readonly state: PreviewState }) {
  return (
    <>
      <div className={styles['notices']}>
        {fault.kind === 'bad-request' || fault.kind === 'not-allowed' ? (
          <Notice tone="rest">
            <span>{fault.kind === 'bad-request' ? fault.detail : texts.notAllowed}</span>
            {fault.kind === 'not-allowed' && fault.messages.length > 0 ? (
              <q dir="auto">{`${texts.said}: ${fault.messages.join(' ')}`}</q>
            ) : null}
            <Button look="quiet" onPress={showNewer}>
              {texts.again}
            </Button>
            <CopyFault fault={fault} />
          </Notice>
        ) : (
          <FaultNotice fault={fault} saidTitle={texts.said} again={{ label: texts.again, onPress: showNewer }} />
        )}
      </div>
      <FactsCard state={state} />
    </>
  );
}

function NotHere({
  state,
  look,
}: {
  readonly state: PreviewState;
  readonly look: { sizeBytes: number | null; mayFetch: boolean; mostBytes: number };
}) {
  const size = look.sizeBytes === null ? null : formatBytes(look.sizeBytes);
  return (
    <>
      <div className={styles['ask']}>
        <p>{texts.notHere(size)}</p>
        {look.mayFetch ? (
          <>
            <Button look="main" onPress={fetchForPreview}>
              {texts.fetch(size)}
            </Button>
            <p>{size === null ? texts.fetchUnknown(look.mostBytes) : texts.fetchNote}</p>
          </>
        ) : (
          <p>{texts.tooLarge(look.mostBytes)}</p>
        )}
      </div>
      <FactsCard state={state} />
    </>
  );
}

/** The viewer for the kind of file, until it gives up: then what is known of the file stays. */
function Opened({ content, state }: { readonly content: OpenContent; readonly state: PreviewState }) {
  const [trouble, onTrouble] = useState<string | null>(null);
  const [chosen, onShowAs] = useState<PreviewKind | null>(null);
  const file = useMemo<ViewedFile>(
    () => ({
      name: content.name,
      sizeBytes: content.sizeBytes,
      address: content.address,
      read: (range, signal) => readContent(content, range, signal),
    }),
    [content],
  );
  const sniffed = useSniffedKind(file);
  const kind = chosen ?? sniffed;
  if (kind === null) return <Wait text={texts.opening} />;
  if (trouble !== null) return <FactsCard state={state} why={trouble} onAgain={showNewer} />;
  const why = whyNot(file, kind);
  if (why !== null || kind === 'facts') return <FactsCard state={state} why={why ?? texts.noViewer} />;
  const Viewer = VIEWERS[kind];
  return (
    <Fence key={kind} onBroken={onTrouble}>
      <Suspense fallback={<Wait text={texts.opening} />}>
        <Viewer
          file={file}
          onTrouble={onTrouble}
          onShowAs={onShowAs}
          onSaveView={({ csv, isPart }) =>
            askToSave(content, state, {
              name: viewWords.fileName(content.name),
              content: csv,
              contentType: 'text/csv',
              isPart,
            })
          }
          onSavePicture={({ name, type, bytes }) =>
            askToSave(content, state, { name, content: bytes, contentType: type, isPart: false })
          }
        />
      </Suspense>
    </Fence>
  );
}

/** Asks for the task. The view belongs to the version that was opened, also when the file has a newer one by now. */
function askToSave(
  { version }: OpenContent,
  { subject }: PreviewState,
  view: Omit<SavedView, 'source' | 'version'>,
): void {
  const source = subject === null || subject.task !== undefined ? null : subject.id;
  askPerson({
    name: 'saveView',
    view: { ...view, source, version: source === null ? null : version },
  });
}

function whyNot({ sizeBytes }: ViewedFile, kind: PreviewKind): string | null {
  if (kind === 'facts') return null;
  if (sizeBytes === 0) return texts.stopped.empty;
  const mostBytes = MOST_PREVIEW_BYTES[kind];
  return sizeBytes > mostBytes ? texts.stopped.tooLarge(formatBytes(mostBytes)) : null;
}

/** An error that a viewer throws while it draws becomes a sentence and does not end the window. */
class Fence extends Component<
  { readonly onBroken: (sentence: string) => void; readonly children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false };
  static getDerivedStateFromError() {
    return { isBroken: true };
  }
  override componentDidCatch() {
    this.props.onBroken(texts.stopped.shown);
  }
  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}

/** What a file is looked into with. Where its name says nothing, its beginning does; null until that was read. */
function useSniffedKind(file: ViewedFile): PreviewKind | null {
  const [kind, setKind] = useState<PreviewKind | null>(() => (isTold(file.name) ? kindOf(file.name) : null));
  useEffect(() => {
    if (kind !== null) return;
    const leaving = new AbortController();
    const head = 16 * KIB;
    file.read([0, head], leaving.signal).then(
      bytes => setKind(kindOfBytes(bytes, file.sizeBytes > head)),
      () => (leaving.signal.aborted ? undefined : setKind(kindOf(file.name))),
    );
    return () => leaving.abort();
  }, [file, kind]);
  return kind;
}

/** Whether a name tells all; instruments write tables under the names of texts. */
function isTold(name: string): boolean {
  return !isUnknown(name) && !maybeTable(name);
}

function kindOfBytes(bytes: Uint8Array, isCut: boolean): PreviewKind {
  const { form } = plainForm(bytes, isCut);
  if (form === 'binary') return 'facts';
  // Where the fields of a table end is told by ASCII, in every code page.
  return hasTable(decode(bytes, form === 'code-page' ? 'windows-1252' : form, isCut)) ? 'table' : 'text';
}
