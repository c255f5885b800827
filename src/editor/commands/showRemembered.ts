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
  const rememberedRows = new RememberedRows(remembered);
  if (rememberedRows.isEmpty) {
    void plainWindow.showInformationMessage(vscode.l10n.t('No answers are remembered.'));
    return;
  }
  const quickPick = plainWindow.createQuickPick<Item>([], {
    title: vscode.l10n.t('Remembered Answers'),
    placeholder: vscode.l10n.t('Choose what to forget. Choose it again to undo that.'),
  });
  Object.assign(quickPick, {
    matchOnDescription: true,
    keepScrollPosition: true,
    ...keepOpen,
  });
  const show = (toggledItem?: Item) => {
    const index = toggledItem ? quickPick.items.indexOf(toggledItem) : -1;
    quickPick.items = plainWindow.plainItems(rememberedRows.rows.map(itemOf));
    const activeItem = quickPick.items[index];
    if (activeItem) {
      quickPick.activeItems = [activeItem];
    }
  };
  const toggle = (item: Item) => {
    item.toggle();
    show(item);
  };
  quickPick.onDidTriggerItemButton(({ item }) => toggle(item));
  quickPick.onDidAccept(() => {
    const [item] = quickPick.activeItems;
    if (item) {
      toggle(item);
    }
  });
  quickPick.onDidHide(() => quickPick.dispose());
  show();
  quickPick.show();
}

function itemOf({ kind, label, description, forgotten, toggle }: RememberedRow & { toggle(): void }): Item {
  if (kind === 'group') {
    return { label, kind: vscode.QuickPickItemKind.Separator, toggle: () => undefined };
  }
  const button = forgotten
    ? { iconPath: new vscode.ThemeIcon('discard'), tooltip: vscode.l10n.t('Undo') }
    : { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Forget') };
  return {
    label,
    description: forgotten ? vscode.l10n.t('Forgotten. Choose it to undo that.') : description,
    buttons: [button],
    toggle,
  };
}
