import { Check, Columns3 } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';

import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { words } from '../../../../shared/text/words.ts';
import { HIDEABLE, hideColumns, useCrowdedColumns, useHiddenColumns } from '../stores/columns.ts';
import styles from './columns-menu.module.css';

/** Which columns the list shows. */
export function ColumnsMenu() {
  const hidden = useHiddenColumns(state => state.hidden);
  const crowded = useCrowdedColumns(state => state.crowded);
  const shown = HIDEABLE.filter(column => !hidden.has(column));
  return (
    <MenuTrigger>
      <Button className={styles['button'] ?? ''} aria-label={browseTexts.columns}>
        <Columns3 size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <Popover className={styles['popover'] ?? ''} aria-label={browseTexts.columns} placement="bottom end" offset={4}>
        <Menu
          className={styles['menu'] ?? ''}
          aria-label={browseTexts.columns}
          selectionMode="multiple"
          selectedKeys={shown}
          onSelectionChange={keys => {
            const kept = keys === 'all' ? new Set(HIDEABLE) : new Set([...keys].map(String));
            hideColumns(HIDEABLE.filter(column => !kept.has(column)));
          }}
        >
          {HIDEABLE.map(column => (
            <MenuItem key={column} id={column} className={styles['item'] ?? ''} textValue={words.files.columns[column]}>
              {({ isSelected }) => (
                <>
                  <span className={styles['mark']}>
                    {isSelected ? <Check size={15} strokeWidth={2} aria-hidden="true" /> : null}
                  </span>
                  {words.files.columns[column]}
                  {crowded.has(column) ? <span className={styles['crowded']}>{browseTexts.noRoom}</span> : null}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
