import { ChevronRight, type LucideIcon } from 'lucide-react';
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import {
  Button as AriaButton,
  Keyboard,
  Menu as AriaMenu,
  MenuItem,
  MenuTrigger,
  Popover,
  Separator,
  SubmenuTrigger,
} from 'react-aria-components';

import { classes } from '../classes.ts';
import styles from './menu.module.css';
import tool from './tool.module.css';

/** One line of a menu; `null` in a list of them is a line that divides. */
export interface MenuLine {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** The keys that do the same, as people write them, such as `F2`. */
  readonly keys?: string | undefined;
  /** Takes something away. */
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
  /** It opens these in place of doing something. */
  readonly lines?: readonly (MenuLine | null)[];
}

/** A list of things to do. */
export interface MenuProps {
  readonly label: string;
  readonly lines: readonly (MenuLine | null)[];
}

/** A menu behind a button, which is given. */
export function Menu({ label, lines, button }: MenuProps & { readonly button: ReactElement }) {
  const [isOpen, setOpen] = useState(false);
  useClosingWithSize(isOpen, () => setOpen(false));
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {button}
      <Popover className={styles['popover'] ?? ''} aria-label={label} placement="bottom start" offset={4}>
        <Lines label={label} lines={lines} />
      </Popover>
    </MenuTrigger>
  );
}

/** A menu behind a button with a picture and words, as it stands in a toolbar. */
export function MenuButton({
  text,
  icon: Icon,
  ...menu
}: MenuProps & { readonly text: string; readonly icon: LucideIcon }) {
  const button = (
    <AriaButton className={classes(tool['tool'], styles['button'])} aria-label={menu.label}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>{text}</span>
    </AriaButton>
  );
  return <Menu {...menu} button={button} />;
}

/** Where a menu opens, in pixels of the window. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A menu at a spot of the window; null: closed. */
export function SpotMenu(props: MenuProps & { readonly spot: Spot | null; readonly onClose: () => void }) {
  const { label, lines, spot, onClose } = props;
  const anchor = useRef<HTMLSpanElement>(null);
  useSpot(anchor, spot);
  useClosingWithSize(spot !== null, onClose);
  return (
    <>
      <span ref={anchor} className={styles['anchor']} aria-hidden="true" />
      <Popover
        className={styles['popover'] ?? ''}
        aria-label={label}
        triggerRef={anchor}
        isOpen={spot !== null}
        onOpenChange={isOpen => (isOpen ? undefined : onClose())}
        placement="bottom start"
        offset={2}
      >
        {/* No button of a menu hands the focus on: what the keys do goes to the lines at once. */}
        <Lines label={label} lines={lines} onClose={onClose} hasFocus />
      </Popover>
    </>
  );
}

/** In a window of another size, what a menu belongs to may be elsewhere or out of sight: it closes, as the system's menus do. */
function useClosingWithSize(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => void (latest.current = close));
  useEffect(() => {
    if (!isOpen) return;
    const hear = () => latest.current();
    window.addEventListener('resize', hear);
    return () => window.removeEventListener('resize', hear);
  }, [isOpen]);
}

/** Moves the anchor before the popover asks where it is. Through its own object: the page's policy allows no inline styles. */
function useSpot(anchor: RefObject<HTMLElement | null>, spot: Spot | null): void {
  useEffect(() => {
    if (spot === null) return;
    anchor.current?.style.setProperty('left', `${spot.x}px`);
    anchor.current?.style.setProperty('top', `${spot.y}px`);
  }, [anchor, spot]);
}

interface LinesProps extends MenuProps {
  readonly onClose?: () => void;
  /** Takes the focus when it comes. */
  readonly hasFocus?: boolean;
}

function Lines({ label, lines, onClose, hasFocus = false }: LinesProps) {
  return (
    <AriaMenu
      className={styles['list'] ?? ''}
      aria-label={label}
      // What was opened by a press or a key has the focus in it, as everywhere.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      {...(hasFocus ? { autoFocus: true } : {})}
      {...(onClose === undefined ? {} : { onClose })}
    >
      {lines.map((line, at) =>
        line === null ? (
          // Lines that divide have no name of their own, and stay where they are.
          // oxlint-disable-next-line react/no-array-index-key
          <Separator className={styles['divider'] ?? ''} key={at} />
        ) : line.lines === undefined ? (
          <Item line={line} key={line.id} />
        ) : (
          <SubmenuTrigger key={line.id}>
            <Item line={line} />
            <Popover className={styles['popover'] ?? ''} aria-label={line.label} offset={2}>
              <Lines label={line.label} lines={line.lines} {...(onClose === undefined ? {} : { onClose })} />
            </Popover>
          </SubmenuTrigger>
        ),
      )}
    </AriaMenu>
  );
}

function Item({ line }: { readonly line: MenuLine }) {
  const { id, label, icon: Icon, keys, isDanger = false, isDisabled = false, onPress } = line;
  return (
    <MenuItem
      id={id}
      className={classes(styles['item'], isDanger && styles['danger'])}
      isDisabled={isDisabled}
      onAction={onPress}
      textValue={label}
    >
      {Icon === undefined ? null : <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
      <span className={styles['words']}>{label}</span>
      {keys === undefined ? null : <Keyboard className={styles['keys'] ?? ''}>{keys}</Keyboard>}
      {line.lines === undefined ? null : <ChevronRight size={15} strokeWidth={1.75} aria-hidden="true" />}
    </MenuItem>
  );
}
