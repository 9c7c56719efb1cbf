import type { LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';

import styles from './action-menu.module.css';

/** One line of a menu; a group of them is set apart from the next by a line. */
export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** As people write it, such as `F2`. */
  readonly keys?: string | undefined;
  readonly isDisabled: boolean;
}

interface Lines {
  readonly label: string;
  readonly groups: readonly (readonly MenuAction[])[];
  readonly onAction: (id: string) => void;
}

/** A button that opens a menu. */
export function MenuButton({
  text,
  icon: Icon,
  ...lines
}: Lines & { readonly text: string; readonly icon: LucideIcon }) {
  return (
    <MenuTrigger>
      <AriaButton className={styles['button'] ?? ''} aria-label={lines.label}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles['buttonText']}>{text}</span>
      </AriaButton>
      <Popover className={styles['popover'] ?? ''} aria-label={lines.label} placement="bottom start" offset={4}>
        <MenuLines {...lines} />
      </Popover>
    </MenuTrigger>
  );
}

/** Where a menu opens, in pixels of the window. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A menu at a spot of the window; null: closed. */
export function SpotMenu({
  spot,
  onClose,
  ...lines
}: Lines & { readonly spot: Spot | null; readonly onClose: () => void }) {
  const anchor = useRef<HTMLSpanElement>(null);
  useSpot(anchor, spot);
  return (
    <>
      <span ref={anchor} className={styles['anchor']} aria-hidden="true" />
      <Popover
        className={styles['popover'] ?? ''}
        aria-label={lines.label}
        triggerRef={anchor}
        isOpen={spot !== null}
        onOpenChange={isOpen => (isOpen ? undefined : onClose())}
        placement="bottom start"
        offset={2}
      >
        <MenuLines {...lines} onClose={onClose} />
      </Popover>
    </>
  );
}

/** Moves the anchor before the popover asks where it is. Through its own object: the page's policy allows no inline styles. */
function useSpot(anchor: RefObject<HTMLElement | null>, spot: Spot | null): void {
  useEffect(() => {
    if (spot === null) return;
    anchor.current?.style.setProperty('left', `${spot.x}px`);
    anchor.current?.style.setProperty('top', `${spot.y}px`);
  }, [anchor, spot]);
}

function MenuLines({ label, groups, onAction, onClose }: Lines & { readonly onClose?: () => void }) {
  const disabled = groups.flat().filter(({ isDisabled }) => isDisabled);
  return (
    <Menu
      className={styles['menu'] ?? ''}
      aria-label={label}
      disabledKeys={disabled.map(({ id }) => id)}
      onAction={key => onAction(String(key))}
      {...(onClose === undefined ? {} : { onClose })}
    >
      {groups.flatMap((group, at) => [
        ...(at === 0 ? [] : [<Separator key={`line ${at}`} className={styles['line'] ?? ''} />]),
        ...group.map(action => <Line key={action.id} action={action} />),
      ])}
    </Menu>
  );
}

function Line({ action: { id, label, icon: Icon, keys } }: { readonly action: MenuAction }) {
  return (
    <MenuItem id={id} className={styles['item'] ?? ''} textValue={label}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles['itemText']}>{label}</span>
      {keys === undefined ? null : <kbd className={styles['keys']}>{keys}</kbd>}
    </MenuItem>
  );
}
