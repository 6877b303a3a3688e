// The board: what is shown on it, and the moves that are made on it.

import {under} from "./address.js";
import {BORDER_TYPE, Chessboard, COLOR, INPUT_EVENT_TYPE} from "./vendor/cm-chessboard/src/Chessboard.js";
import {Accessibility} from "./vendor/cm-chessboard/src/extensions/accessibility/Accessibility.js";
import {Markers} from "./vendor/cm-chessboard/src/extensions/markers/Markers.js";
import {PromotionDialog, PROMOTION_DIALOG_RESULT_TYPE}
  from "./vendor/cm-chessboard/src/extensions/promotion-dialog/PromotionDialog.js";
import {language} from "./language.js";
import {animationMs, menFile} from "./looks.js";
import {Shapes} from "./shapes.js";

const LAST = {class: "marker-last", slice: "markerSquare"}, CHECK = {class: "marker-check", slice: "markerSquare"};
const DOT = {class: "marker-dot", slice: "markerDot", position: "above"}, RING = {class: "marker-ring", slice: "markerRing"};
const FROM = {class: "marker-from", slice: "markerFrame"};

export class Board {
  /** `move` is given the UCI text of a move that was made here, and answers whether it was passed on. */
  constructor(element, move) {
    this.move = move;
    this.legal = [];
    this.beforehand = "";
    element.addEventListener("contextmenu", event => {
      if (this.beforehand) event.preventDefault();
      this.sayBeforehand("");
    });
    this.isByHand = false;  // the man stands there already that a move puts there
    this.element = element;
    this.board = new Chessboard(element, {
      assetsUrl: under("").pathname,
      style: {
        cssClass: "kiebitz", borderType: BORDER_TYPE.none, animationDuration: animationMs(),
        pieces: {file: menFile(), tileSize: 45},
      },
      extensions: [
        {class: Markers, props: {autoMarkers: null, sprite: "markers.svg"}},
        {class: PromotionDialog, props: {language}},
        {class: Accessibility, props: {language, keyboardMoveInput: true, brailleNotationInAlt: false, movePieceForm: false}},
      ],
    });
    this.board.view.piecesLayer.after(this.board.view.coordinatesGroup);  // no man hides a letter
    this.shapes = new Shapes(element);
    this.label();
    // Who clicks keeps the arrow keys for the game; who comes by Tab has them for the squares.
    const {svg} = this.board.view;
    svg.addEventListener("focus", () => { if (!svg.matches(":focus-visible")) svg.blur(); });
  }

  /**
   * Show a position, as the server tells it. Where `shown.waiting` is a colour, it is the other side's turn, and that
   * colour may say a move beforehand, which is made as soon as it can be.
   */
  show(shown) {
    this.legal = shown.legal;
    this.waiting = shown.waiting;
    if (this.board.isMoveInputEnabled()) this.board.disableMoveInput();
    this.board.setPosition(shown.fen, !this.isByHand);
    this.board.removeMarkers();
    for (const square of new Set(shown.last)) this.board.addMarker(LAST, square);
    if (shown.check) this.board.addMarker(CHECK, shown.check);
    this.board.enableMoveInput(event => this.input(event), (shown.waiting ?? shown.turn) === "w" ? COLOR.white : COLOR.black);
    this.draw("best", "");
    this.draw("threat", "");
    const beforehand = this.beforehand;
    if (this.waiting) return;
    this.sayBeforehand("");
    const possible = this.legal.filter(([, from, to]) => from + to === beforehand).map(([uci]) => uci);
    if (possible.length) this.move(possible.find(uci => uci.endsWith("q")) ?? possible[0]);
  }

  /** Move so from one square to another when the other side has moved, if that can be; not at all if empty. */
  sayBeforehand(move) {
    this.beforehand = move;
    this.draw("premove", move);
  }

  /** Draw an arrow, `best` or `threat`, for a move in UCI text; none for an empty one. */
  draw(kind, move) {
    this.point(kind, move ? [{from: move.slice(0, 2), to: move.slice(2, 4), kind: `arrow-${kind}`}] : []);
  }

  /** Draw arrows of a kind, in place of those there. */
  point(kind, arrows) {
    this.shapes.show(kind, arrows);
  }

  /** Sign the square that a move led to, as `judgedBy` tells of it; nothing if there is no sign. */
  sign(square, judged) {
    this.shapes.show("sign", judged ? [{from: square, to: square, kind: `badge ${judged.kind}`, sign: judged.sign}] : []);
  }

  get isTurned() { return this.board.getOrientation() === COLOR.black; }

  /** Wear other looks. */
  dress() {
    this.board.props.style.animationDuration = animationMs();
  }

  /** Write files and ranks beside the board, for looks that have them there. */
  label(isTurned = false) {
    const labels = [..."abcdefgh87654321"].map((name, index) => {
      const label = document.createElement("span"), share = `${(index % 8) * 12.5 + 5.5}%`;
      label.className = "beside";
      label.setAttribute("aria-hidden", "true");
      const place = index < 8 ? {left: share, top: "100%"} : {left: "-.8rem", top: share};
      Object.assign(label.style, place);
      label.textContent = isTurned ? index < 8 ? "hgfedcba"[index] : String(index - 7) : name;
      return label;
    });
    for (const old of this.element.querySelectorAll(":scope > .beside")) old.remove();
    this.element.append(...labels);
  }

  /** Turn the board so that a side, 'white' or 'black', is below. */
  turnTo(side) {
    if (this.board.getOrientation() !== COLOR[side]) this.flip();
  }

  /** Turn the board; the promise is kept when it is turned, after what moves on it has come to rest. */
  flip() {
    document.getElementById("place")?.classList.toggle("turned", !this.isTurned);
    this.shapes.turn(!this.isTurned);
    this.label(!this.isTurned);
    return this.board.setOrientation(this.isTurned ? COLOR.white : COLOR.black);
  }

  input(event) {
    switch (event.type) {
      case INPUT_EVENT_TYPE.moveInputStarted: return this.begin(event.squareFrom);
      case INPUT_EVENT_TYPE.validateMoveInput:
        this.finish(event.squareFrom, event.squareTo);
        return false;  // else no other move would be taken until this one is drawn
      case INPUT_EVENT_TYPE.moveInputCanceled:
      case INPUT_EVENT_TYPE.moveInputFinished: this.clear();
    }
  }

  begin(square) {
    const moves = this.legal.filter(([, from]) => from === square);
    this.clear();
    if (this.waiting) {
      this.sayBeforehand("");
      this.board.addMarker(FROM, square);
      return true;
    }
    if (!moves.length) return false;
    this.board.addMarker(FROM, square);
    for (const target of new Set(moves.map(([,, to]) => to))) {
      this.board.addMarker(this.board.getPiece(target) ? RING : DOT, target);
    }
    return true;
  }

  /** Make the move that two squares stand for, and show it at once if it is no more than that. */
  finish(from, to) {
    this.clear();
    if (this.waiting) return this.sayBeforehand(from + to);
    const moves = this.legal.filter(move => move[1] === from && move[2] === to).map(([uci]) => uci);
    if (moves.length > 1) {
      const colour = this.board.getPiece(from)[0];
      this.board.showPromotionDialog(to, colour, result => {
        if (result.type === PROMOTION_DIALOG_RESULT_TYPE.pieceSelected) this.move(from + to + result.piece[1]);
      });
    } else if (moves.length === 1) {
      const isCastling = this.board.getPiece(from)[0] === this.board.getPiece(to)?.[0];  // onto the rook
      this.isByHand = true;
      const isTaken = this.move(moves[0]);
      this.isByHand = false;
      if (isTaken && this.board.getPiece(from) && moves[0] === from + to && !isCastling) this.board.movePiece(from, to);
    }
  }

  clear() {
    for (const type of [DOT, RING, FROM]) this.board.removeMarkers(type);
  }
}
