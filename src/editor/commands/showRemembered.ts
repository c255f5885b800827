import * as vscode from 'vscode';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import type { CommandContext } from './commandContext.ts';
import { type RememberedRow, RememberedRows } from './rememberedRows.ts';

interface Item extends vscode.QuickPickItem {
  toggle(): void;
}

/** Lists the remembered answers of all servers. While the list is open, the user can forget each one and restore it. */
export function showRemembered({ remembered }: CommandContext): void {
  const list = new RememberedRows(remembered);
  if (list.isEmpty) {
    void plainWindow.showInformationMessage(vscode.l10n.t('No answers are remembered.'));
    return;
  }
  const box = plainWindow.createQuickPick<Item>([], {
    title: vscode.l10n.t('Remembered Answers'),
    placeholder: vscode.l10n.t('Choose what to forget. Choose it again to undo that.'),
  });
  Object.assign(box, {
    matchOnDescription: true,
    keepScrollPosition: true,
    ...keepOpen,
  });
  const show = (chosen?: Item) => {
    const place = chosen ? box.items.indexOf(chosen) : -1;
    box.items = plainWindow.plainItems(list.rows.map(itemOf));
    const active = box.items[place];
    if (active) {
      box.activeItems = [active];
    }
  };
  const toggle = (item: Item) => {
    item.toggle();
    show(item);
  };
  box.onDidTriggerItemButton(({ item }) => toggle(item));
  box.onDidAccept(() => {
    const [item] = box.activeItems;
    if (item) {
      toggle(item);
    }
  });
  box.onDidHide(() => box.dispose());
  show();
  box.show();
}

function itemOf({ kind, label, description, forgotten, toggle }: RememberedRow & { toggle(): void }): Item {
  if (kind === 'group') {
    return { label: label, kind: vscode.QuickPickItemKind.Separator, toggle: () => undefined };
  }
  const button = forgotten
    ? { iconPath: new vscode.ThemeIcon('discard'), tooltip: vscode.l10n.t('Undo') }
    : { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Forget') };
  return {
    label: label,
    description: forgotten ? vscode.l10n.t('Forgotten. Choose it to undo that.') : description,
    buttons: [button],
    toggle,
  };
}
