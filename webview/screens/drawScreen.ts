import type { Screen } from '#bridge/messages.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { drawAgreementScreen } from './agreementScreen.ts';
import { drawArgumentsScreen } from './argumentsScreen.ts';
import { drawFormScreen } from './formScreen.ts';
import { drawJsonArgumentsScreen } from './jsonArgumentsScreen.ts';
import { drawNotDeliveredScreen } from './notDeliveredScreen.ts';
import { drawResultScreen } from './resultScreen.ts';
import type { DrawnScreen } from './screenFrame.ts';
import { drawUrlScreen } from './urlScreen.ts';
import { drawRunningScreen, drawWelcomeScreen } from './welcomeScreen.ts';

export function drawScreen(screen: Screen, post: PostToExtension): DrawnScreen {
  switch (screen.kind) {
    case 'welcome':
      return drawWelcomeScreen(screen, post);
    case 'running':
      return drawRunningScreen(screen, post);
    case 'form':
      return drawFormScreen(screen, post);
    case 'url':
      return drawUrlScreen(screen, post);
    case 'arguments':
      return drawArgumentsScreen(screen, post);
    case 'jsonArguments':
      return drawJsonArgumentsScreen(screen, post);
    case 'result':
      return drawResultScreen(screen, post);
    case 'notDelivered':
      return drawNotDeliveredScreen(screen, post);
    case 'agreement':
      return drawAgreementScreen(screen, post);
  }
}
