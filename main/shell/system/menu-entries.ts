/** What choosing something in a menu does. */
export type Action =
  /** Shows the window, at a place when one is named, such as `#/attention`. */
  | { readonly do: 'show'; readonly hash: string | null }
  /** Opens a folder, or shows a file in its folder. */
  | { readonly do: 'open-folder'; readonly path: string }
  | { readonly do: 'reveal'; readonly path: string }
  /** One of the pause menu's choices, by its id. */
  | { readonly do: 'pause'; readonly choice: string }
  | { readonly do: 'resume' }
  | { readonly do: 'check' }
  | { readonly do: 'at-login'; readonly wanted: boolean }
  | { readonly do: 'notify'; readonly wanted: boolean }
  /** Steps of size; null: as it was. */
  | { readonly do: 'zoom'; readonly by: number | null }
  | { readonly do: 'close' }
  | { readonly do: 'quit' };

/** What the system does by itself. */
export type Role =
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'selectAll'
  | 'minimize'
  | 'togglefullscreen'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'front';

/** A line of a native menu. */
export type MenuEntry =
  /** Only to be read. */
  | { readonly is: 'text'; readonly label: string }
  | { readonly is: 'line' }
  | {
      readonly is: 'item';
      readonly label: string;
      readonly action: Action;
      readonly isChecked?: boolean;
      readonly keys?: string;
    }
  | { readonly is: 'role'; readonly role: Role }
  | { readonly is: 'menu'; readonly label: string; readonly entries: readonly MenuEntry[] };
