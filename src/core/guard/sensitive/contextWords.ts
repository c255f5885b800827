/**
 * The words that show how a text refers to a secret that it names: that it means an aspect of the secret, asks for the secret, or
 * forbids entering it. In the languages of `secretPhrases.ts`.
 */
import { WordSet } from './phraseMatcher.ts';

/** Harmless aspects of a secret: "token count", "password policy", "longueur du mot de passe". */
export const aspects = new WordSet(
  `count counts limit limits budget budgets length policy policies name names named id ids identifier url urls uri endpoint path
  paths file files filename keyfile dir directory folder type types kind kinds format formats expiry expiration expires expire
  lifetime ttl age rotation rotate interval days hours minutes hint hints manager managers generator strength rules rule
  requirements requirement history field fields column prefix suffix provider providers vault issuer scope scopes status usage
  price cost symbol address addresses contract pair amount balance decimals method methods mode flow encryption algorithm size
  sizes bits layout binding bindings findings review reviews snippet snippets template page location arn alias label labels title
  fingerprint thumbprint owner index quota window ratio version validation complexity min max minimum maximum regex pattern
  charset characters reset resets changed updated last used rate rates permissions permission level levels number numbers digits
  enabled required strategy configuration config settings setting storage brand holder holders cardholder network colour color
  date month year expected summary summaries attempts retries tries total usernames usages holdername website homepage docs
  documentation process feature support security standard blocklist dictionary salt hash hashes hashing encoding encoded sid called cache`,
  `länge richtlinie richtlinien anzahl name namen pfad datei typ ablauf gültigkeit verwaltung stärke regeln art ort inhaber marke tage
  prüfsumme nummer methode verfahren`,
  'longueur politique nombre nom noms chemin fichier durée expiration gestionnaire règles titulaire marque jours type méthode',
  'longitud política políticas número nombre nombres ruta archivo tipo caducidad vencimiento gestor reglas titular marca cantidad días método',
  'lunghezza politica numero nome nomi percorso tipo scadenza gestore regole titolare marca quantità giorni massimo metodo',
  'comprimento quantidade nome nomes caminho arquivo ficheiro validade gerenciador regras bandeira dias tamanho método',
  'aantal naam namen pad bestand soort geldigheid beheerder beleid houder lengte dagen methode',
  'długość polityka polityki liczba ilość nazwa ścieżka plik typ ważność menedżer siła zasady dni metoda',
  'длина длины политика количество число имя название путь файл тип срок менеджер правила владелец дней метод способ',
  'uzunlu* politika* sayı* sayısı adı ismi yolu dosya* tür* süre* yönetici* kural* sahibi yöntem*',
  '长度 長度 策略 政策 数 数量 数目 名称 名稱 路径 路徑 文件 类型 類型 有效期 期限 管理器 强度 规则 提示 位数 个数 上限 预算 天数 持有人 方式 方法',
  '長さ ポリシー 数 名前 名 パス ファイル 種類 有効期限 期限 管理 強度 ルール ヒント 上限 件数 名義 桁数 方式 方法',
  '길이 정책 수 개수 이름 경로 파일 유형 종류 만료일 만료 관리자 강도 규칙 힌트 제한 자릿수 소유자 방식 방법',
);

/** Aspects that precede the secret without a preposition: "długość hasła", "длина пароля". */
export const aspectsInFront = new WordSet(
  `max maximum min minimum total average remaining num count length many viele combien cuántos quanti quantos hoeveel ile ilu kaç сколько
  długość polityka liczba ilość nazwa ścieżka plik typ ważność siła
  длина длины политика количество число имя название путь файл тип срок`,
);

/** Prepositions and conjunctions: "of", "for the", "のための". */
export const links = new WordSet(
  'of for to in on at with from by about regarding via per into through against behind under that which who whose when where while if so because',
  'containing contains holding holds storing stores stored using uses used without within during before after as than',
  'der des dem von vom für mit zum zur über aus bei ohne wenn dass damit',
  'du de des pour avec sur dans par sans dont',
  'del para con por sin sobre en que',
  'della dello dei degli delle di per con senza su nel nella',
  'do da dos em com sem sobre no na',
  'van voor met zonder over uit in',
  'will ll would wir werden wird nous enverrons enviaremos invieremo wyślemy отправим göndereceğiz',
  'dla od z w na do bez о об для от из в на с без к по için ile olmadan',
);

/** Links by which an aspect belongs to the secret: "name of the", "path to the", "nom de la". */
export const possessiveLinks = new WordSet(
  'of for to with that which holds holding containing contains stores storing der des von vom für zum zur du de d pour del della',
  'dello dei degli delle di do da dos das para van voor per od dla для',
);

/** Verbs for actions on a secret other than entering it: "forgot password", "rotate API keys". */
export const otherActions = new WordSet(
  `forgot forget forgotten lost search find list show hide generate rotate revoke require requires allow allows enable enabled disable
  uses use using has is whether needs expired expires protect protects block blocks detect detects scan scans store stores manage
  manages supports rotates generates vergessen oublié olvidé olvidaste dimenticata esqueci vergeten`,
);

/** Words for a part or the content of a secret, which is also secret: "the first two digits of the password". */
export const parts = new WordSet(
  'content contents inhalt contenu contenido contenuto conteúdo inhoud zawartość содержимое datos dati dados données',
  'digits digit letters ziffern stellen zeichen chiffres dígitos cifre cijfers cyfry cyfr цифры цифр haneli 桁 位 자리',
);

/** Words that do not show which value is requested. */
export const fillers = new WordSet(
  `value values string text input here again please optional required the a an your my our this current new old existing own valid
  content contents data plain raw secret`,
  'wert eingabe bitte ihr ihre ihren dein deine neues neuen altes das die den valeur votre ton le la valor su tu el il o a uw het de',
  'を は の が 的 을 를 의 은 는 이 가',
);

/** Particles between a secret and its aspect: "パスワードの長さ", "密码的长度". */
export const particles = new WordSet('の 的 의 s');

/** Verbs whose object, the requested value, comes after them. */
export const askingVerbs = new WordSet(
  'enter provide paste supply submit give tell reenter retype specify disclose reveal hand',
  'eingeben gib geben nenne nennen nennt gebt einfügen bestätigen bestätige',
  'saisir saisissez saisis entrez entrer indiquez fournissez donnez collez renseignez communiquez tapez',
  'introduzca introduce introduzcas ingrese ingresa escriba escribe proporcione pegue indique facilite teclee',
  'inserisci inserire inserisca immetti immettere digita digitare fornisci incolla indica',
  'digite informe insira introduza forneça cole indique escreva',
  'voer vul geef typ plak',
  'wpisz wprowadź podaj wklej введите укажите вставьте впишите введи сообщите',
  '输入 輸入 请输入 請輸入 填写 填寫 粘贴 请提供 提供',
);

/** Words that request a value only at the beginning of a sentence or after "please"; elsewhere they often mean something else. */
export const askingInFront = new WordSet(
  'type write input need needs require copy share say send confirm include repeat what whats put fill',
  'wie was wat quel quelle qual quale cuál cual jakie jaki какой какая какие',
);

/** Verbs whose object comes before them, in languages with the verb at the end. */
export const askingBehind = new WordSet(
  'eingeben angeben einfügen invoeren intypen eintippen',
  'girin giriniz yazın yazınız girmeniz belirtin gir nedir',
  '入力 入力してください 入れてください 記入 教えてください 貼り付け 再入力 何 何ですか 是什么 是什麼 是多少',
  '입력 입력하세요 입력해 입력하십시오 입력해주세요 알려주세요 붙여넣기 반복 무엇 무엇입니까',
);

/** Negations: "do not enter", "keine Passwörter". */
export const negations = new WordSet(
  'not never dont don no none cannot avoid without except nicht nie niemals kein keine keinen keiner ohne',
  'pas jamais sans aucun no nunca jamás sin ningún ninguna non mai senza nessuna não sem nenhuma niet nooit geen zonder',
  'nie nigdy bez żadnych не никогда без 不要 不 勿 请勿 切勿 しないでください ないでください 하지 마세요 마세요 말아 girmeyin paylaşmayın yazmayın',
);

/** Words before a verb which show that the verb is not a request to the user: "we will enter". */
export const narrativeWords = new WordSet('will ll we they it he she which that who would later i where');

/** Words that may precede those of `askingInFront`. */
export const requestWords = new WordSet(
  'please and then to must now just should also or kindly bitte need have you we i',
);

/** Words that are not links directly after an asking verb: "type in", and articles of other languages. */
export const verbParticles = new WordSet('in de o');

/** Pronouns and adverbs that refer to a secret named before: "it", "below". */
export const pronouns = new WordSet(
  'it them this that below here unten hier ci dessous abajo lo qui sotto abaixo aqui hieronder poniżej ниже aşağıya',
);

/** Last words of names that refer to a secret without containing it: "key_file", "kmsKeyId". The description may name the secret. */
export const referenceWords = new WordSet('file path dir directory folder id ids arn name type');

/** Words of names and titles that do not show the purpose of a field. */
export const unspecific = new WordSet(
  `value values input answer text response field data content string number entry result reply param parameter arg argument item
  x y z q v n s t f k question your enter please here wert eingabe antwort feld valeur réponse champ valor respuesta campo risposta
  resposta waarde antwoord wartość odpowiedź pole значение ответ поле değer yanıt 值 输入 回答 값 입력 値 入力`,
);

/** Words for values that are entered together with a secret. A field with one of them is not that of the requested secret. */
export const identityWords = new WordSet(
  `user username login email mail account name host hostname url uri port server database domain benutzer benutzername konto
  utilisateur courriel usuario correo utente gebruiker użytkownik пользователь логин kullanıcı 用户名 邮箱 ユーザー名 사용자 이메일`,
);
