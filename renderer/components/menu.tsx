import type { LucideIcon } from 'lucide-react';
import type { ReactElement, RefObject } from 'react';
import { Keyboard, Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';

import { classes } from './classes.ts';
import styles from './menu.module.css';

/** One line of a menu; `null` in a list of them is a line that divides. */
export interface MenuLine {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** The keys that do the same, in words such as `F2`. */
  readonly keys?: string;
  /** Takes something away. */
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

/** A list of things to do. */
export interface MenuProps {
  readonly label: string;
  readonly lines: readonly (MenuLine | null)[];
}

/** A menu behind a button, which is given. */
export function Menu({ label, lines, button }: MenuProps & { readonly button: ReactElement }) {
  return (
    <MenuTrigger>
      {button}
      <Popover className={styles['popover'] ?? ''}>
        <Lines label={label} lines={lines} />
      </Popover>
    </MenuTrigger>
  );
}

/** A menu beside something that is there already, such as a line of a list that was clicked on. */
export function MenuBeside(
  props: MenuProps & { readonly at: RefObject<Element | null>; readonly isOpen: boolean; readonly onClose: () => void },
) {
  const { label, lines, at, isOpen, onClose } = props;
  return (
    <Popover
      className={styles['popover'] ?? ''}
      triggerRef={at}
      isOpen={isOpen}
      placement="bottom start"
      onOpenChange={open => (open ? undefined : onClose())}
    >
      <Lines label={label} lines={lines} onClose={onClose} />
    </Popover>
  );
}

function Lines({ label, lines, onClose }: MenuProps & { readonly onClose?: () => void }) {
  return (
    <AriaMenu className={styles['list'] ?? ''} aria-label={label} {...(onClose === undefined ? {} : { onClose })}>
      {lines.map((line, at) =>
        line === null ? (
          // Lines that divide have no name of their own, and stay where they are.
          // oxlint-disable-next-line react/no-array-index-key
          <Separator className={styles['divider'] ?? ''} key={at} />
        ) : (
          <Item line={line} key={line.id} />
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
      {Icon === undefined ? null : <Icon size={15} strokeWidth={1.75} aria-hidden="true" />}
      <span className={styles['words']}>{label}</span>
      {keys === undefined ? null : <Keyboard className={styles['keys'] ?? ''}>{keys}</Keyboard>}
    </MenuItem>
  );
}
