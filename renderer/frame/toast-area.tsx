import { Check, Loader, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { feedbackTexts as words } from '../../shared/text/feedback.ts';
import { shownName } from '../../shared/text/shown-name.ts';
import { SECOND } from '../../shared/units.ts';
import { Button } from '../components/controls/button.tsx';
import { FaultNotice } from '../components/feedback/fault-notice.tsx';
import { putToastAway, type Toast, type ToastAction, useToast } from '../state/toast.ts';
import styles from './toast-area.module.css';

/** How long a toast stays while nothing points at it, holds the focus in it or covers the window. */
const STAYS_MS = 5 * SECOND;

/** What came of the last thing that was done, at the bottom left. One at a time; it is announced by the live region. */
export function ToastArea() {
  const { toast, count } = useToast();
  return toast === null ? null : <Shown toast={toast} key={count} />;
}

function Shown({ toast }: { readonly toast: Toast }) {
  const area = useRef<HTMLElement>(null);
  const [isHeld, hold] = useState(false);
  const leaves = toast.kind === 'done' && toast.notes.length === 0;
  useLeaving(leaves && !isHeld);
  useClearOf(area);
  const leave = useFocusBack(area);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    leave();
  };
  return (
    // What is pointed at or focused inside decides how long it stays; Escape inside puts it away.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={area}
      className={styles['area']}
      aria-label={words.region}
      data-region="toast"
      // Sheets hide what is behind them from screen readers and close when it is pressed; a toast stands above them.
      data-react-aria-top-layer
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(area.current?.contains(document.activeElement) === true)}
      onFocus={() => hold(true)}
      onBlur={event => hold(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={onKeyDown}
    >
      <Said toast={toast} />
      {toast.kind === 'done' && toast.action !== null ? <Act action={toast.action} onDone={leave} /> : null}
      <Button look="icon" label={words.close} onPress={leave}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </aside>
  );
}

function Act({ action, onDone }: { readonly action: ToastAction; readonly onDone: () => void }) {
  const onPress = () => {
    onDone();
    action.run();
  };
  return (
    <Button look="quiet" onPress={onPress}>
      {words[action.name]}
    </Button>
  );
}

function Said({ toast }: { readonly toast: Toast }) {
  if (toast.kind === 'failed') return <FaultNotice fault={toast.fault} saidTitle={words.serviceSaid} />;
  const isDone = toast.kind === 'done';
  const Icon = isDone ? Check : Loader;
  return (
    <>
      <Icon className={isDone ? styles['done'] : styles['running']} size={17} strokeWidth={2} aria-hidden="true" />
      <div className={styles['words']}>
        <p>{shownName(toast.text)}</p>
        {!isDone || toast.notes.length === 0 ? null : (
          <ul className={styles['notes']}>
            {toast.notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** Takes the toast away after its time; while the window is covered, no time passes. */
function useLeaving(isRunning: boolean): void {
  const [isSeen, see] = useState(!document.hidden);
  useEffect(() => {
    const onChange = () => see(!document.hidden);
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  useEffect(() => {
    if (!isRunning || !isSeen) return;
    const timer = setTimeout(putToastAway, STAYS_MS);
    return () => clearTimeout(timer);
  }, [isRunning, isSeen]);
}

/** The focus goes back to where it was before it came into the toast. */
function useFocusBack(area: RefObject<HTMLElement | null>): () => void {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && area.current?.contains(target) !== true) before.current = target;
    };
    if (document.activeElement instanceof HTMLElement) before.current = document.activeElement;
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, [area]);
  return () => {
    const hadFocus = area.current?.contains(document.activeElement) === true;
    putToastAway();
    if (hadFocus && before.current?.isConnected === true) before.current.focus();
  };
}

/** Where a person writes: a toast stands above it, also while it grows. */
const WRITTEN_IN = '[data-region="composer"]';

function useClearOf(area: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const toast = area.current;
    if (toast === null) return;
    let composer: HTMLElement | null = null;
    const stand = () => toast.style.setProperty('margin-bottom', `${heightToClear(toast, composer)}px`);
    const watch = new ResizeObserver(stand);
    const find = () => {
      const found = document.querySelector<HTMLElement>(WRITTEN_IN);
      if (found === composer) return;
      if (composer !== null) watch.unobserve(composer);
      composer = found;
      if (found !== null) watch.observe(found);
      stand();
    };
    // The composer may come while the toast stands: a person goes on to the chat.
    const comings = new MutationObserver(find);
    find();
    for (const grown of [toast, document.documentElement]) watch.observe(grown);
    comings.observe(document.body, { childList: true, subtree: true });
    return () => {
      comings.disconnect();
      watch.disconnect();
    };
  }, [area]);
}

/** How far up, in CSS pixels, a toast has to stand to leave the composer free. */
function heightToClear(toast: HTMLElement, composer: HTMLElement | null): number {
  if (composer === null) return 0;
  const { top, left, right, height } = composer.getBoundingClientRect();
  const own = toast.getBoundingClientRect();
  return height > 0 && own.right > left && own.left < right ? window.innerHeight - top : 0;
}
