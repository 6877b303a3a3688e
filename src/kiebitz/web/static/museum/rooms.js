// The rooms of the museum, a document each: its sentences, in the language in which they stand there and in the two others,
// and what shows them: a film of a real search, or an algorithm at work on a tree; `more` are other pages.

const LASKER_REICHHELM = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const AFTER_H4 = "rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR b KQkq - 0 1";
const FILLING = {en: "A table while today's search fills it", de: "Eine Tabelle, während die Suche von heute sie füllt"};

export const ROOMS = [
  {
    name: "tartan", title: "Tartan", author: "Zwerschke", year: "1991", document: "Programmieren »en passant«: Tartan-Schachprogramm",
    original: "de", machines: ["tartan"], claims: /^TA?\d/, page: "game-tree-search",
    about: {
      en: "A chess program as a magazine printed it: a move generator on a board of 120 squares, minimax with alpha and beta cuts, and an evaluation of five terms.",
      de: "Ein Schachprogramm, wie eine Zeitschrift es abgedruckt hat: ein Zuggenerator auf einem Brett mit 120 Feldern, Minimax mit Alpha- und Beta-Schnitten, eine Bewertung aus fünf Teilen.",
    },
    opponents: [{era: "tartan120", title: "Tartan 120"}, {era: "tartan120b", title: "Tartan 120, B"}, {era: "tartan", title: "Tartan"}],
    exhibits: [{
      name: "cuts", animation: ["alphabeta", "tartan"],
      title: {en: "Seven instead of sixteen", de: "Sieben statt sechzehn"},
      sentence: {
        de: "Statt 16mal wird die Bewertungsfunktion nur noch siebenmal aufgerufen.",
        en: "Instead of 16 times the evaluation function is called only seven times.",
        ja: "評価関数が呼び出される回数は、16回からわずか7回になります。",
      },
    }, {
      name: "minimax", animation: ["tartan", "tartan"],
      title: {en: "Two functions that call each other", de: "Zwei Funktionen rufen sich auf"},
      sentence: {
        de: "Unsere Funktion ist rekursiv: »bester_zug_weiss()« und »bester_zug_schwarz()« rufen sich gegenseitig auf.",
        en: "Our function is recursive: ‘bester_zug_weiss()’ and ‘bester_zug_schwarz()’ call each other.",
        ja: "この関数は再帰的です。「bester_zug_weiss()」と「bester_zug_schwarz()」が互いを呼び出します。",
      },
    }],
  },
  {
    name: "minimax", title: "MiniMAX", author: "", year: "2002", document: "MiniMAX und Hashtabellen",
    original: "de", machines: ["minimax"], claims: /^MA?\d/, page: "transposition-table",
    about: {
      en: "The hash table, explained for all who want to know it exactly: a fingerprint for each position, an index that leads to its place, and what may be forgotten.",
      de: "Die Hashtabelle, erklärt für alle, die es genauer wissen wollen: ein Fingerabdruck für jede Stellung, ein Index zu ihrem Platz, und was vergessen werden darf.",
    },
    opponents: [{era: "minimax", title: "MiniMAX"}, {era: "minimax", title: "MiniMAX", fen: LASKER_REICHHELM},
      {era: "minimax120", title: "MiniMAX 120"}, {era: "minimax+depth", title: "MiniMAX + depth"}, {era: "minimax+etc", title: "MiniMAX + ETC"}],
    exhibits: [{
      name: "hashing", film: "hashing", more: [{path: "think/", query: {view: "table", fen: LASKER_REICHHELM}, title: FILLING}],
      title: {en: "Hashing, step by step", de: "Hashing, Schritt für Schritt"},
      sentence: {
        de: "Zur Berechnung der Kennung ist es also egal auf welchem Weg eine Stellung erreicht wird.",
        en: "So for computing the key it doesn't matter by which way a position is reached.",
        ja: "したがって、キーの計算では、どの手順でその局面に至ったかは関係ありません。",
      },
    }, {
      name: "replacing", film: "replacing",
      title: {en: "Who sees 1.Kb1?", de: "Wer sieht 1.Kb1?"},
      sentence: {
        de: "Ein Eintrag darf also einen anderen nur dann überschreiben, wenn er eine größere oder gleiche Tiefe besitzt.",
        en: "So an entry may overwrite another one only if it has a greater or equal depth.",
        ja: "つまり、あるエントリーが別のエントリーを上書きしてよいのは、探索深さがそれ以上の場合だけです。",
      },
    }, {
      name: "finding", film: "finding",
      title: {en: "Why an index?", de: "Warum ein Index?"},
      sentence: {
        de: "Eine Suche nach der richtigen Kennung, sequentiell oder binär, kommt also nicht in Frage.",
        en: "So a search for the right key, sequential or binary, is out of the question.",
        ja: "したがって、正しいキーを線形探索や二分探索で探すのは論外です。",
      },
    }],
  },
  {
    name: "yaneuraou", title: "YaneuraOu", author: "Yane (やねうらお)", year: "", document: "【決定版】コンピュータ将棋のHASHの概念について詳しく",
    original: "ja", machines: ["hash", "tsume"], claims: /^YA?\d/, page: "transposition-table",
    about: {
      en: "The table of shogi programs: what “HASH 50 %” means, why three entries share a cluster, which of them gives way; and why a solver of mates must collect its garbage.",
      de: "Die Tabelle der Shogi-Programme: was „HASH 50 %“ heißt, warum drei Einträge eine Gruppe bilden, welcher weicht; und warum ein Matt-Löser seinen Müll einsammeln muss.",
    },
    opponents: [{shogi: true}],
    exhibits: [{
      name: "clusters", film: "hashing-shogi", more: [{path: "think/", query: {view: "table"}, title: FILLING}],
      title: {en: "Clusters of three", de: "Gruppen zu dritt"},
      sentence: {
        ja: "すべてが使用中であれば、そのなかで一番価値の低いTTEntryに上書きします。",
        en: "If all of them are in use, the TTEntry of least worth among them is overwritten.",
        de: "Sind alle belegt, so wird unter ihnen der TTEntry mit dem geringsten Wert überschrieben.",
      },
    }, {
      name: "garbage", film: "proof",
      title: {en: "A tsume and its garbage", de: "Ein Tsume und sein Müll"},
      sentence: {
        ja: "詰将棋探索に限って言えば、情報が消失すると詰むはずのものが詰まなくなることがあり、…",
        en: "In the search of tsume alone, when information is lost, what should be mate may no longer be mate …",
        de: "Bei der Tsume-Suche kann, wenn Information verlorengeht, was ein Matt sein müsste, kein Matt mehr sein …",
      },
    }],
  },
  {
    name: "nimzo", title: "Nimzo", author: "Chr. Donninger", year: "1993", document: "Die Kunst des Nichtstuns",
    original: "de", machines: ["nimzo"], claims: /^[ND]\d/, page: "eras",
    about: {
      en: "The null move: who may pass and still stands well enough needs no search. And zugzwang, where that is wrong, with three rules against it.",
      de: "Der Null-Zug: wer aussetzen darf und noch immer gut genug steht, braucht keine Suche. Und der Zugzwang, in dem das falsch ist, mit drei Regeln dagegen.",
    },
    opponents: [{era: "nimzo", title: "Nimzo"}, {era: "nimzo1", title: "Nimzo 1"}],
    exhibits: [{
      name: "passing", film: "passing",
      more: [{path: "think/", query: {view: "tree", fen: AFTER_H4, technique: "null_move"},
        title: {en: "Both trees of today's search, side by side", de: "Beide Bäume der Suche von heute, nebeneinander"}}],
      title: {en: "With it and without", de: "Mit und ohne"},
      sentence: {
        de: "Effektiv suchen heißt: schlechte, irrelevante Züge so schnell wie möglich zu widerlegen.",
        en: "To search effectively means to refute bad, irrelevant moves as fast as possible.",
        ja: "効率的に探索するとは、悪い手や無意味な手をできるだけ速く否定することです。",
      },
    }, {
      name: "zugzwang", film: "zugzwang",
      title: {en: "Rule III, live", de: "Regel III, live"},
      sentence: {
        de: "Stellt sich heraus, daß der Null-Zug besser als der beste reguläre Zug ist, so wurde eine Zugzwang-Situation entdeckt.",
        en: "If it turns out that the null move is better than the best regular move, a zugzwang has been discovered.",
        ja: "ヌルムーブが最善の合法手よりも良いと分かったなら、ツークツワンクの局面が見つかったことになります。",
      },
    }],
  },
  {
    name: "hydra", title: "Hydra", author: "U. Lorenz", year: "2009", document: "Computerschach",
    original: "de", machines: ["lecture", "cluster", "card"], claims: /^(L|H|HA)\d/, page: "cluster",
    about: {
      en: "A lecture: what no algorithm can do without, and the machine that beat grandmasters by 32 processors with a chess card each.",
      de: "Eine Vorlesung: worauf kein Algorithmus verzichten kann, und die Maschine, die Großmeister schlug: 32 Prozessoren, jeder mit einer Schachkarte.",
    },
    opponents: [{era: "hydra", title: "Hydra"}],
    exhibits: [{
      name: "critical", animation: ["negamax", "best:2,4"], typed: true,
      title: {en: "Critical nodes", de: "Kritische Knoten"},
      sentence: {
        de: "Der Alphabeta-Algorithmus besucht bei richtiger Sortierung gerade die kritischen Knoten. Und jeder Algorithmus muss diese Knoten untersuchen.",
        en: "With the right order the alpha-beta algorithm visits just the critical nodes. And every algorithm must examine these nodes.",
        ja: "手の並びが正しければ、アルファベータ法が訪れるのはちょうど臨界節点だけです。そして、どのアルゴリズムもこれらの節点を調べなければなりません。",
      },
    }, {
      name: "stealing", film: "stealing",
      title: {en: "Work stealing", de: "Arbeit stehlen"},
      sentence: {
        de: "»Work Stealing«: Prozessoren ohne Arbeit senden randomisiert Anfragen in den Cluster.",
        en: "“Work stealing”: processors without work send requests into the cluster at random.",
        ja: "「ワークスティーリング」：仕事のないプロセッサは、クラスターへ無作為に要求を送ります。",
      },
    }, {
      name: "card", film: "card",
      title: {en: "The card", de: "Die Karte"},
      sentence: {
        de: "genMove, doMove, eval, undoMove in 9 Taktzyklen, bei einer clock-rate von 50MHz",
        en: "genMove, doMove, eval, undoMove in 9 clock cycles, at a clock rate of 50 MHz",
        ja: "genMove、doMove、eval、undoMoveを9クロックサイクルで、クロック周波数50MHzで",
      },
    }],
  },
];
