import assert from 'node:assert/strict';
import { kindOf, kindsIn } from './sensitiveForms.ts';

describe('the message of a form', () => {
  const asking = [
    'Please enter your GitHub password to continue.',
    'Password:',
    "What's your password?",
    'We need your API key to continue.',
    'Enter the 6-digit code we sent you',
    'We texted a verification code to your phone. Enter it below.',
    'Do not hesitate to enter your password.',
    'Type in the PIN of your card',
    'Bitte geben Sie Ihr Passwort ein.',
    'Wie lautet Ihr Kennwort?',
    'Veuillez saisir votre mot de passe',
    '¿Cuál es tu contraseña?',
    'Inserisci il codice di verifica',
    'Digite a sua senha',
    'Voer uw wachtwoord in',
    'Podaj hasło',
    'Введите код из СМС',
    'Lütfen şifrenizi girin',
    '请输入短信验证码',
    'パスワードを入力してください',
    '비밀번호를 입력하세요',
  ];
  for (const message of asking) {
    it(`asks for a secret: ${message}`, () => assert.notEqual(kindOf('value', {}, message), undefined));
  }

  const harmless = [
    'Which password manager do you use?',
    'Enter the name of the API key',
    'Please do not enter your password.',
    'Never share your API key. What can we do better?',
    'Enter your e-mail and we will send you a verification code',
    'Your access token has expired. Which account should be used?',
    'Enter the error code that the device shows',
    'How many tokens may the summary have?',
    'Bitte geben Sie hier keine Passwörter ein.',
    '密码长度是多少？',
  ];
  for (const message of harmless) {
    it(`does not ask for a secret: ${message}`, () => assert.equal(kindOf('value', {}, message), undefined));
  }

  it('does not change that the name "pw" asks for a password unless the title says otherwise', () => {
    assert.deepEqual(kindsIn({ pw: 'Room code' }, 'Which room?'), [undefined]);
    assert.deepEqual(kindsIn({ pw: 'Your pw' }, 'Which room?'), ['password']);
    assert.deepEqual(kindsIn({ pw: 'Value' }, 'Which room?'), ['password']);
    assert.deepEqual(kindsIn({ password: 'Room code' }, 'Which room?'), ['password']);
  });

  it('marks the field whose own title asks for a secret; if there is none, the unspecific fields; otherwise every field but the user name', () => {
    const message = 'Please enter your user name and your password.';
    assert.deepEqual(kindsIn({ user: 'User', pw: 'Password', remark: 'Remark' }, message), [
      undefined,
      'password',
      undefined,
    ]);
    assert.deepEqual(kindsIn({ user: 'User', value: 'Value' }, message), [undefined, 'password']);
    assert.deepEqual(kindsIn({ user: 'User', city: 'City' }, message), [undefined, 'password']);
    assert.deepEqual(kindsIn({ user: 'User' }, message), ['password']);
  });

  it('does not mark fields whose title names something else', () => {
    assert.deepEqual(kindsIn({ expiry: 'Expires in', note: 'Note' }, 'New access token'), [undefined, undefined]);
  });
});
