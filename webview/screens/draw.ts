import type { Screen } from '#bridge/messages.ts';
import type { Post } from '#webview/shell/host.ts';
import { drawAgreement } from './agreement.ts';
import { drawArguments } from './arguments.ts';
import { drawJsonArguments } from './jsonArguments.ts';
import { drawNotDelivered } from './notDelivered.ts';
import { drawQuestion } from './question.ts';
import { drawResult } from './result.ts';
import type { DrawnScreen } from './screen.ts';
import { drawUrlScreen } from './url.ts';
import { drawRunning, drawWelcome } from './welcome.ts';

export function draw(screen: Screen, post: Post): DrawnScreen {
  switch (screen.kind) {
    case 'welcome':
      return drawWelcome(screen, post);
    case 'running':
      return drawRunning(screen, post);
    case 'question':
      return drawQuestion(screen, post);
    case 'url':
      return drawUrlScreen(screen, post);
    case 'arguments':
      return drawArguments(screen, post);
    case 'jsonArguments':
      return drawJsonArguments(screen, post);
    case 'result':
      return drawResult(screen, post);
    case 'notDelivered':
      return drawNotDelivered(screen, post);
    case 'agreement':
      return drawAgreement(screen, post);
  }
}
