"""Japanese translations of the error messages that the board of shogi shows, as ``phrasebook`` has German ones."""

from __future__ import annotations

_MOVES = {
    "is not written as USI writes moves (7g7f, 8h2b+, P*5e)": "はUSI形式（7g7f、8h2b+、P*5e）の指し手ではありません",
    "moves a man that the side to move doesn't have there": "：手番側にその駒がありません",
    "goes where the man can't go": "：その駒はそこへ動けません",
    "goes to a square that is occupied": "：移動先に駒があります",
    "promotes what can't be promoted there": "：ここでは成れません",
    "leaves a man where it could never move; it must promote": "：行き所のない駒になります。成ってください",
    "drops a pawn on a file that has one (nifu)": "：二歩です",
    "leaves the own king in check": "：王手を放置しています",
    "mates by dropping a pawn (uchifuzume)": "：打ち歩詰めです",
    "takes the king, which no hand can hold": "：玉は取れません",
}
"""The rules that moves break."""

JAPANESE = {
    "White": "後手",
    "Black": "先手",
    "there is no position after move {at}; the game has {moves} moves": (
        "{at}手目の局面はありません。この対局は{moves}手です"
    ),
    "the text has {length} characters; {most} is the most": "文字数が{length}です。{most}字までにしてください",
    "the game is over; go back to make another move": "対局は終わっています。別の手を指すには局面を戻してください",
    "a record is saved as one of {formats}, not as {quoted}": (
        "棋譜の保存形式は{formats}のいずれかです（{quoted}は使えません）"
    ),
    "a level is a number from 1 to {most}, not {number}": "レベルは1から{most}までの数です（{number}は使えません）",
    "the game has no moves to judge; make some, or read a record": (
        "解析する指し手がありません。駒を動かすか、棋譜を読み込んでください"
    ),
    "the text holds no position or game of shogi; paste an SFEN, or a record in KIF, KI2, CSA or JKF": (
        "将棋の局面も棋譜も見つかりません。SFEN、または KIF・KI2・CSA・JKF の棋譜を貼り付けてください"
    ),
    "there is no collection here; kiebitz serve without --host has yours": (
        "ここには棋譜集がありません。--host なしの kiebitz serve では自分のものが使えます"
    ),
    "there is no game to save": "保存する対局がありません",
    # SFEN
    "the SFEN has no board or no side to move; give both": "SFENに盤面または手番がありません。両方書いてください",
    "the SFEN has {fields} fields; it has at most four": "SFENの項目が{fields}個あります。4個までです",
    "'{quoted}' is no side to move; write 'b' or 'w'": "「{quoted}」は手番ではありません。b か w と書いてください",
    "the board has {ranks} ranks; write nine, separated by '/'": (
        "盤面が{ranks}段です。「/」で区切って9段書いてください"
    ),
    "'{quoted}' in rank {rank} is neither a man (PLNSBRGK, plnsbrgk), a '+' before one nor a digit 1 to 9": (
        "{rank}段の「{quoted}」は駒（PLNSBRGK、plnsbrgk）でも、その前の「+」でも、1から9の数字でもありません"
    ),
    "'+{quoted}' in rank {rank}: gold and king don't promote": "{rank}段の「+{quoted}」：金と玉は成れません",
    "rank {rank} ends with a '+'; write the man after it": "{rank}段が「+」で終わっています。後に駒を書いてください",
    "rank {rank} ('{quoted}') has {count} squares, not nine": "{rank}段（{quoted}）が{count}升です。9升にしてください",
    "'{quoted}' is not a piece in hand; write PLNSBRG, plnsbrg or '-'": (
        "「{quoted}」は持ち駒ではありません。PLNSBRG、plnsbrg か「-」と書いてください"
    ),
    "'{quoted}' stands twice in the hands; write a number before it": (
        "持ち駒に「{quoted}」が二度あります。前に枚数を書いてください"
    ),
    "'{quoted}': write a number from 1 to 18, or none for one": (
        "「{quoted}」：枚数は1から18です（1枚なら書きません）"
    ),
    "the hands end with '{quoted}'; write the man after it": (
        "持ち駒が「{quoted}」で終わっています。後に駒を書いてください"
    ),
    "the move number '{quoted}' is not a whole number from 0 to {largest}": (
        "手数「{quoted}」は0から{largest}までの整数ではありません"
    ),
    "{side} has {count} kings; one is the most": "{side}の玉が{count}枚あります。1枚までです",
    "there is no king; one side needs one at least": "玉がありません。少なくとも一方に必要です",
    "there are {count} {men}, with promoted ones; {most} is the most": (
        "{men}が成り駒を含めて{count}枚あります。{most}枚までです"
    ),
    "pawns": "歩",
    "lances": "香",
    "knights": "桂",
    "silvers": "銀",
    "bishops": "角",
    "rooks": "飛",
    "golds": "金",
    "{side} has two unpromoted pawns on file {file}; one is the most": "{side}の歩が{file}筋に2枚あります（二歩）",
    "{side}'s man on {square} could never move; promote it with a '+'": (
        "{square}の{side}の駒は行き所がありません。「+」を付けて成り駒にしてください"
    ),
    "{side}'s king on {square} is in check though {other} is to move; give the other side the move": (
        "{other}の手番なのに{square}の{side}玉に王手がかかっています。手番を替えてください"
    ),
    # Moves
    "'{quoted}' is no move": "「{quoted}」は指し手ではありません",
    "'{quoted}' is not legal here": "「{quoted}」はここでは指せません",
    "'{quoted}' is ambiguous: it means {moves}": "「{quoted}」は一つに決まりません：{moves}",
    "'{quoted}': {why}": "「{quoted}」：{why}",
    "no {man} of {side} can go to {square}": "{square}へ動ける{side}の{man}がありません",
    "it means several moves: {moves}": "一つに決まりません：{moves}",
    "'同' (to the same square) has no move before it": "「同」の前に指し手がありません",
    "on {square} stands {man}, not {other}": "{square}にあるのは{other}ではなく{man}です",
    **{f"'{{quoted}}' {english}": f"「{{quoted}}」{japanese}" for english, japanese in _MOVES.items()},
    # With the position, which the board shows.
    **{
        f"'{{quoted}}' {english}: {{sfen}}": f"「{{quoted}}」{japanese}（{{sfen}}）"
        for english, japanese in _MOVES.items()
    },
}
