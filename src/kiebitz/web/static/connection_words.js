// What a page says of its connection, whatever the page is for.

export const CONNECTION_WORDS = {
  en: {
    again: "Connect again", dismiss: "Close", busy: "Too many tabs search at this moment; stop one of them first.",
    refused: "",
    conflict: "This game was changed in another tab as well. Both versions are kept: yours goes on as a game of its own.",
    lost: "The connection is lost; trying again …", farewell: "The server has ended this connection:",
    4000: "a message wasn't understood", 4001: "too many tabs are open",
    4002: "the address must be the one that kiebitz serve printed", 4003: "the page is out of date; reload it",
    4004: "too many messages", 4005: "nothing was done here for an hour",
  },
  de: {
    again: "Neu verbinden", dismiss: "Schließen", busy: "Zu viele Tabs rechnen gerade; erst muss einer aufhören.",
    refused: "",
    conflict: "Diese Partie wurde auch in einem anderen Tab geändert. Beide Fassungen bleiben: deine geht als eigene Partie weiter.",
    lost: "Die Verbindung ist unterbrochen; neuer Versuch …", farewell: "Der Server hat die Verbindung beendet:",
    4000: "eine Nachricht war nicht zu verstehen", 4001: "zu viele Tabs sind offen",
    4002: "die Adresse muss die sein, die kiebitz serve nennt", 4003: "die Seite ist veraltet; bitte neu laden",
    4004: "zu viele Nachrichten", 4005: "eine Stunde lang geschah hier nichts",
  },
  ja: {
    again: "再接続", dismiss: "閉じる", busy: "探索中のタブが多すぎます。どれかを止めてください。",
    refused: "",
    conflict: "この対局は別のタブでも変更されました。両方とも残ります。",
    lost: "接続が切れました。再接続しています…", farewell: "サーバーが接続を終了しました：",
    4000: "理解できないメッセージ", 4001: "開いているタブが多すぎます",
    4002: "kiebitz serve が表示したアドレスで開いてください", 4003: "ページが古くなっています。再読み込みしてください",
    4004: "メッセージが多すぎます", 4005: "一時間操作がありませんでした",
  },
};
