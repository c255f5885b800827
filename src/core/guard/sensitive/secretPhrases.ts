/**
 * The phrases for secrets, in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Turkish, Chinese,
 * Japanese and Korean. A certain phrase names a secret unless the words around it show that an aspect is meant
 * (`contextWords.ts`); an ambiguous phrase names a secret only in the contexts of `ambiguousTerms.ts`.
 */
import { lazy } from '#core/common/lazy.ts';
import type { AmbiguousTerm } from './ambiguousTerms.ts';
import { PhraseMatcher } from './phraseMatcher.ts';
import type { SensitiveKind } from './sensitiveKinds.ts';

/** The meaning of a phrase: a secret, possibly a secret, or something harmless that contains the words of a secret. */
export type PhraseMeaning =
  | { readonly is: 'secret'; readonly kind: SensitiveKind }
  | { readonly is: 'ambiguous'; readonly word: AmbiguousTerm; readonly kind: SensitiveKind }
  | { readonly is: 'harmless' };

const certain: Readonly<Record<SensitiveKind, string>> = {
  password: `
    password | passwords | passwd | pwd | pw | passphrase | pass phrase | pass word | passcode | pass code
    security answer | secret answer | answer to your security question | answer to the security question
    mother s maiden name | maiden name of your mother
    passwort | passwörter | passworts | kennwort | zugangsdaten | anmeldedaten | losungswort
    mot de passe | mots de passe | mdp | identifiants de connexion
    contraseña | contraseñas | clave de acceso | palabra de paso
    parola d ordine | parola di accesso | parola di sicurezza
    senha | senhas | palavra passe | palavra de passe
    wachtwoord | wachtwoorden | paswoord
    hasło | hasła | hasłem | haseł | haslo | парол*
    şifre* | parolanız* | parolayı | parolası
    密码 | 密碼 | 口令
    パスワード | パスフレーズ | 合言葉
    비밀번호 | 패스워드 | 암호`,
  pin: `
    pin number | card pin | sim pin | geheimzahl | geheimnummer | код пин | пин код | 暗証番号 | 개인 식별 번호`,
  apiKey: `
    api key | api keys | api secret | secret key | secret keys | client secret | app secret | application secret
    consumer secret | shared secret | signing secret | webhook secret | access key | access keys | secret access key
    subscription key | license key | licence key | service account key | account key | storage key | encryption key
    master key | management key | auth key | authentication key | authorization key | api hash | secret api key | apikey secret
    local key | chave local | clave local | lokaler schlüssel | clé locale | chiave locale | lokale sleutel | klucz* lokaln* | локальн* ключ*
    yerel anahtar* | ローカルキー | 로컬 키 | 本地密钥
    verschlüsselungsschlüssel | verschlüsselungscode | clé de cryptage | clé de chiffrement | clave de cifrado | clave de encriptación
    chiave di cifratura | chiave di crittografia | chave de encriptação | chave de criptografia | encryptie sleutel | encryptiesleutel
    versleutelingssleutel | klucz* szyfrowania | ключ* шифрования | şifreleme anahtar* | 加密密钥 | 加密金鑰 | 暗号化キー | 암호화 키
    api schlüssel | zugriffsschlüssel | zugangsschlüssel | geheimer schlüssel | geheimen schlüssel | geheimschlüssel | lizenzschlüssel
    client geheimnis
    clé api | clé d api | clé de l api | clé secrète | clé d accès | secret client
    clave api | clave de api | clave de la api | clave secreta | llave api | llave de api | secreto del cliente
    chiave api | chiave segreta | chiave di accesso | segreto del client
    chave api | chave de api | chave da api | chave secreta | chave de acesso | segredo do cliente
    api sleutel | geheime sleutel | toegangssleutel | klantgeheim
    klucz* api | klucz* dostępu | tajn* klucz* | klucz* tajn* | klucz* licencyjn*
    ключ* api | api ключ* | секретн* ключ* | ключ* доступа | секрет клиента
    api anahtar* | gizli anahtar* | erişim anahtar*
    api密钥 | api 密鑰 | api 金鑰 | 密钥 | 密鑰 | 金鑰 | 秘钥 | 访问密钥
    apiキー | シークレットキー | シークレット | アクセスキー
    api 키 | 비밀 키 | 비밀키 | 시크릿 키 | 액세스 키`,
  token: `
    access token | auth token | authentication token | authorization token | bearer token | refresh token | id token
    session token | personal access token | api token | oauth token | security token | bot token | user token | master token
    service account token | pat | jwt | jwts | bearer | auth header | authorization header | header authorization
    session cookie | auth cookie | authentication cookie | login cookie | browser cookie | cookie value | session string | cookies txt
    access tokens | auth tokens | api tokens
    zugriffstoken | zugangstoken | sitzungscookie
    jeton d accès | jeton d authentification | cookie de session
    token de acceso | tokens de acceso | cookie de sesión
    token di accesso | cookie di sessione | token de acesso | cookie de sessão | toegangstoken | sessiecookie
    token* dostępu | токен* доступа | маркер* доступа | erişim belirte*
    访问令牌 | 存取權杖 | アクセストークン | 액세스 토큰`,
  privateKey: `
    private key | private keys | ssh key | ssh private key | signing key | secret signing key | rsa key | gpg key | pgp key
    pem key | wallet key | privkey | certificate key | nkey seed
    privater schlüssel | privaten schlüssel | private schlüssel | privatschlüssel
    clé privée | clés privées | clave privada | llave privada | chiave privata | chave privada | privésleutel | privé sleutel
    klucz* prywatn* | закрыт* ключ* | приватн* ключ* | özel anahtar*
    私钥 | 私鑰 | 私密金鑰 | 秘密鍵 | 秘密キー | プライベートキー | 개인 키 | 개인키 | 비공개 키 | 프라이빗 키`,
  cardNumber: `
    card number | credit card number | debit card number | credit card | debit card | payment card | card no | cc number
    primary account number | bank card number | number on your card | number on the card | number on the front of your card
    kartennummer | kreditkartennummer | kreditkarte | nummer der kreditkarte
    numéro de carte | numéro de la carte | numéro de votre carte | carte bancaire | carte de crédit
    número de tarjeta | número de la tarjeta | tarjeta de crédito | tarjeta de débito
    numero carta | numero della carta | numero di carta | carta di credito
    número do cartão | número de cartão | cartão de crédito
    kaartnummer | creditcardnummer | creditcard
    numer* karty | kart* kredytow* | номер* карты | номер* банковской карты | кредитн* карт* | kart numara* | kredi kart*
    卡号 | 卡號 | 信用卡号 | 信用卡號 | 信用卡号码 | 信用卡號碼 | 银行卡号 | 信用卡
    カード番号 | クレジットカード番号 | クレジットカード | 카드 번호 | 카드번호 | 신용카드`,
  cardCode: `
    cvv | cvc | cvv2 | cvc2 | csc | card verification value | card verification code | card security code | security code
    kartenprüfnummer | kartenprüfziffer | prüfnummer der karte | sicherheitscode
    cryptogramme visuel | cryptogramme | code de sécurité | código de seguridad | codice di sicurezza
    código de segurança | beveiligingscode | kod* zabezpieczając* | kod* bezpieczeństwa | защитн* код* | код* безопасности
    güvenlik kod* | 安全码 | 安全碼 | セキュリティコード | 보안 코드 | 보안코드`,
  oneTimeCode: `
    otp | totp | hotp | mfa | 2fa | two factor | twofactor | second factor | one time code | one time password | one time pin | onetime code
    verification code | verify code | authentication code | authenticator code | authorization code | auth code | oauth code
    mfa code | 2fa code | otp code | otp secret | totp secret | two factor code | sms code | login code | sign in code
    backup code | backup codes | recovery code | recovery codes | device code | verification pin
    einmalcode | einmal code | einmalpasswort | einmal passwort | einmaliger code | bestätigungscode | verifizierungscode
    authentifizierungscode | zwei faktor code | freischaltcode | smstan | sms tan | mtan
    code de vérification | code à usage unique | mot de passe à usage unique | code de confirmation | code d authentification | code sms
    código de verificación | código de un solo uso | contraseña de un solo uso | código único | código de confirmación
    código de autenticación | código sms
    codice di verifica | codice monouso | password monouso | codice otp | codice di conferma
    código de verificação | código de uso único | senha de uso único | código de acesso único | código de confirmação
    verificatiecode | eenmalige code | eenmalig wachtwoord | bevestigingscode
    kod* weryfikacyjn* | kod* jednorazow* | hasł* jednorazow* | jednorazow* hasł* | jednorazow* kod* | kod* autoryzacyjn* | kod* uwierzytelniania
    код* подтверждения | одноразов* код* | одноразов* парол* | проверочн* код* | код* из смс | код* из sms
    doğrulama kod* | tek kullanımlık kod* | tek kullanımlık şifre* | tek seferlik şifre* | tek seferlik kod* | onay kod*
    验证码 | 驗證碼 | 一次性密码 | 一次性密碼 | 一次性代码 | 一次性驗證碼 | 动态码 | 动态密码 | 校验码
    認証コード | 確認コード | 検証コード | ワンタイムコード | ワンタイムパスワード
    인증번호 | 인증 번호 | 인증 코드 | 인증코드 | 일회용 비밀번호 | 일회성 비밀번호 | 일회성 코드 | 확인 코드`,
  recoveryPhrase: `
    recovery phrase | seed phrase | seed words | mnemonic | mnemonic phrase | secret phrase | secret recovery phrase | backup phrase
    wallet phrase | recovery key
    wiederherstellungsphrase | wiederherstellungsschlüssel | phrase de récupération | phrase secrète | phrase mnémonique | clé de récupération
    frase semilla | frase de recuperación | frase secreta | frase di recupero | frase segreta | frase de recuperação | frase semente
    herstelzin | herstelsleutel | fraz* odzyskiwania | fraz* seed | секретн* фраз* | сид фраз* | фраз* восстановления
    kurtarma ifade* | 助记词 | 助記詞 | 恢复短语 | リカバリーフレーズ | シードフレーズ | ニーモニック | 복구 구문 | 시드 구문 | 니모닉`,
  bankAccess: `
    online banking login | online banking credentials | online banking password | online banking pin | bank login | banking login
    bank credentials | online banking zugangsdaten | identifiants bancaires | claves bancarias | credenziali bancarie`,
  connectionString: `
    connection string | connectionstring | dsn | verbindungszeichenfolge | chaîne de connexion | cadena de conexión
    stringa di connessione | string de conexão | 连接字符串 | 接続文字列 | 연결 문자열`,
};

const ambiguous: readonly (readonly [AmbiguousTerm, SensitiveKind, string])[] = [
  ['token', 'token', 'token | jeton | токен* | belirteç | 令牌 | 權杖 | トークン | 토큰'],
  ['secret', 'apiKey', 'secret | geheimnis | secreto | segreto | segredo | секрет'],
  ['credentials', 'password', 'credentials | credential | credenciales | credenziali | credenciais | 凭据 | 認証情報'],
  ['cookie', 'token', 'cookie'],
  ['key', 'apiKey', 'key | schlüssel | clé | chiave | chave | llave | sleutel | klucz* | ключ* | anahtar* | キー | 키'],
  ['code', 'oneTimeCode', 'code | codes | codice | código | kod* | код* | 代码 | 代碼 | コード | 코드 | tan | 码 | 碼'],
  ['digits', 'oneTimeCode', 'digits'],
  ['pin', 'pin', 'pin | pin code | pincode | code pin | código pin | codice pin | kod pin | pin kod* | пин'],
  ['pass', 'password', 'pass | passe'],
  ['parola', 'password', 'clave | parola'],
  ['login', 'password', 'login'],
  ['seed', 'recoveryPhrase', 'seed'],
  ['card', 'cardNumber', 'pan | cc | card | karte | tarjeta | carte | carta | cartão | kaart'],
];

const harmless = `
  public key | public keys | öffentlicher schlüssel | öffentlichen schlüssel | clé publique | clave pública | chiave pubblica | chave pública
  publieke sleutel | openbare sleutel | klucz* publiczn* | открыт* ключ* | publiczn* klucz* | açık anahtar* | 公钥 | 公鑰 | 公開鍵 | 공개 키 | 공개키
  ssh public key | public ssh key | security key | security keys | passkey | passkeys | key findings | key points
  boarding pass | bus pass | ski pass | day pass | season pass | secret santa | trade secret
  palabra clave | palabras clave | punto clave | parola chiave | parole chiave | palavra chave | palavras chave | mot clé | mots clés
  anahtar kelime* | słow* kluczow* | ключев* слов* | ключев* фраз* | キーワード | 키워드 | キーボード | 키보드
  business card | gift card | report card | index card | post card | trello card | sim card | graphics card | memory card
  source code | quellcode | postal code | post code | zip code | postleitzahl | code postal | código postal | codice postale | kod pocztowy | kod* pocztow*
  qr code | bar code | pin a message | pin a comment | pin message | pin comment | pin post | pin thread | open secret | 关键词 | 關鍵詞 | 关键字 | 二维码 | 条形码 | 邮政编码 | 郵遞區號`;

/** Last parts with which a compound always names a secret. */
const certainEndings: readonly (readonly [SensitiveKind, string])[] = [
  ['password', 'password passwort passworts kennwort kennworts wachtwoord passwd'],
  ['apiKey', 'apikey secretkey accesskey apischlüssel zugriffsschlüssel clientsecret appsecret apisecret apisleutel'],
  ['privateKey', 'privatekey'],
  ['cardNumber', 'cardnumber kartennummer kaartnummer'],
  ['oneTimeCode', 'verificationcode einmalcode einmalpasswort'],
];

export const secretPhrases: () => PhraseMatcher<PhraseMeaning> = lazy(buildPhrases);

function buildPhrases(): PhraseMatcher<PhraseMeaning> {
  const phrases = new PhraseMatcher<PhraseMeaning>();
  for (const [kind, entries] of Object.entries(certain) as [SensitiveKind, string][]) {
    phrases.add(entries, { is: 'secret', kind });
  }
  for (const [word, kind, entries] of ambiguous) {
    phrases.add(entries, { is: 'ambiguous', word, kind });
  }
  phrases.add(harmless, { is: 'harmless' });
  for (const [kind, words] of certainEndings) {
    phrases.addEndings(words, { is: 'secret', kind });
  }
  return phrases.addEndings('token', { is: 'ambiguous', word: 'token', kind: 'token' });
}
