import { ArrowDown } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

import type { ChatMessage } from '../../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { HiddenText } from '../../../components/feedback/hidden-text.tsx';
import { readOlder, useConversation, useOlder } from '../stores/conversation.ts';
import { Message } from './message.tsx';
import { classes } from '../../../components/classes.ts';
import layout from '../../../components/layout/layout.module.css';
import styles from './message-list.module.css';
import { readAhead } from '../reader.ts';
import { type TallList, useTallList } from './use-tall-list.ts';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import olderLineStyles from './conversation.module.css';

const words = chatWindow.conversation;

/** So near to the first message those before it are asked for. */
const NEAR = 25;
/** So many messages before the first in the page are read, to be laid out when they come. */
const AHEAD = 25;

interface MessageListProps {
  readonly title: string;
  readonly messages: readonly ChatMessage[];
  /** The last message that was written here and has not arrived; null: none. */
  readonly written: string | null;
  /** What stands below the last message: what waits, and what the agent is doing. */
  readonly children: ReactNode;
}

/** What was said, the newest at the bottom. However long it is, only what is near to sight is in the page. */
export function MessageList({ title, messages, written, children }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const keys = useMemo(() => messages.map(({ id }) => id), [messages]);
  const guess = useCallback((at: number) => guessOf(messages[at]), [messages]);
  const tall = useTallList({ scroller, list, keys, guess });
  const { first } = tall;
  const cursor = useConversation(state => state.before);
  const isStopped = useOlder(state => state.fault !== null);
  useEffect(() => {
    if (first < NEAR && cursor !== null && !isStopped) void readOlder();
  }, [first, cursor, isStopped, messages.length]);
  useEffect(
    () =>
      readAhead(
        messages
          .slice(Math.max(0, first - AHEAD), first)
          .map(({ text }) => text)
          .toReversed(),
      ),
    [messages, first],
  );
  const jump = useJumps(list, tall, messages);
  const below = useRef<HTMLDivElement>(null);
  useFollowing(below, tall, written);
  return (
    // What is in it has the focus; this only hears keys that lead from message to message.
    <div className={styles['around']} role="presentation" onKeyDown={jump}>
      <HiddenText>
        <span id={keysId}>{words.keys}</span>
      </HiddenText>
      <div
        ref={scroller}
        className={classes(layout['scrolls'], styles['scroller'])}
        role="log"
        aria-live="off"
        aria-label={words.label(title)}
        aria-describedby={keysId}
        // What scrolls has to be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-region-start
      >
        <OlderLine />
        <Listed list={list} tall={tall} messages={messages} />
        <div ref={below} className={styles['below']}>
          {children}
        </div>
      </div>
      <EndButton tall={tall} messages={messages} />
    </div>
  );
}

interface ListedProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly tall: TallList;
  readonly messages: readonly ChatMessage[];
}

/** The messages that are near to sight, and room for the others. */
function Listed({ list, tall: { first, end, before, after }, messages }: ListedProps) {
  return (
    <div ref={list} className={styles['list']}>
      <div className={styles['space']} style={{ height: `${before}px` }} />
      {messages.slice(first, end).map((message, index) => (
        <div key={message.id} className={styles['item']} data-key={message.id}>
          <Message message={message} place={first + index + 1} count={messages.length} />
        </div>
      ))}
      <div className={styles['space']} style={{ height: `${after}px` }} />
    </div>
  );
}

/** What a person writes is brought into sight. What comes below the last message is, too, for those who are at the end. */
function useFollowing(below: RefObject<HTMLElement | null>, tall: TallList, written: string | null): void {
  const latest = useRef(tall);
  useLayoutEffect(() => void (latest.current = tall));
  const before = useRef(written);
  useLayoutEffect(() => {
    if (written !== null && written !== before.current) latest.current.toEnd();
    before.current = written;
  }, [written]);
  useEffect(() => {
    const observer = new ResizeObserver(() => (latest.current.isAtEnd ? latest.current.toEnd() : undefined));
    if (below.current !== null) observer.observe(below.current);
    return () => observer.disconnect();
  }, [below]);
}

/** Each text is looked through once. */
const guesses = new WeakMap<ChatMessage, number>();

/** About as high as a message is, in pixels. */
function guessOf(message: ChatMessage | undefined): number {
  if (message === undefined) return 0;
  const known = guesses.get(message);
  if (known !== undefined) return known;
  const { text } = message;
  const lines = Math.min(300, text.length / 75 + (text.match(/\n/g)?.length ?? 0));
  const guess = 64 + 24 * Math.max(1, lines);
  guesses.set(message, guess);
  return guess;
}

/** Alt+PageUp and Alt+PageDown go from message to message; the focus goes with them. */
function useJumps(
  list: RefObject<HTMLDivElement | null>,
  tall: TallList,
  messages: readonly ChatMessage[],
): (event: KeyboardEvent) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const found = articleOf(list.current, wanted.current);
    if (found === null) return;
    wanted.current = null;
    found.focus({ preventScroll: true });
  });
  return event => {
    const step = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0;
    if (step === 0 || !event.altKey) return;
    event.preventDefault();
    const here = document.activeElement?.closest('[data-key]')?.getAttribute('data-key') ?? null;
    const at = messages.findIndex(({ id }) => id === here);
    const from = at === -1 ? (tall.isAtEnd ? messages.length : tall.atTop()) : at;
    const next = Math.max(0, Math.min(messages.length - 1, from + step));
    const id = messages[next]?.id ?? null;
    if (id === null) return;
    tall.show(next);
    const there = articleOf(list.current, id);
    if (there === null) wanted.current = id;
    else there.focus({ preventScroll: true });
  };
}

function articleOf(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"] > article`) ?? null;
}

/** Leads to the end, and says how much came there while older messages were on show. */
function EndButton({ tall, messages }: { readonly tall: TallList; readonly messages: readonly ChatMessage[] }) {
  const newest = messages.at(-1)?.id;
  const [seen, see] = useState(newest);
  if (tall.isAtEnd && seen !== newest) see(newest);
  if (tall.isAtEnd || messages.length === 0) return null;
  const last = messages.findIndex(({ id }) => id === seen);
  const count = last === -1 ? 0 : messages.length - 1 - last;
  return (
    <div className={styles['end']}>
      <Button onPress={tall.toEnd}>
        <ArrowDown size={16} strokeWidth={1.75} aria-hidden="true" />
        {count === 0 ? words.toEnd : words.newBelow(count)}
      </Button>
    </div>
  );
}

/** What stands above the first message that is known. */
function OlderLine() {
  const { before, isFresh, isKnown, messages } = useConversation();
  const { isReading, fault } = useOlder();
  const again = { label: chatWindow.again, onPress: () => void readOlder() };
  if (fault !== null) return <FaultNotice fault={fault} saidTitle={chatWindow.serviceSaid} again={again} />;
  if (before !== null)
    return (
      <div className={olderLineStyles['older']}>
        {isReading ? (
          <p>{words.older}</p>
        ) : (
          <Button look="quiet" onPress={again.onPress}>
            {words.showOlder}
          </Button>
        )}
      </div>
    );
  // Offline only the newest messages are known: there may be older ones.
  return isKnown && isFresh && messages.length > 0 ? <p className={olderLineStyles['older']}>{words.begin}</p> : null;
}
