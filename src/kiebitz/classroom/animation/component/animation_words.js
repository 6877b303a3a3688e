// What is said around an animation, in English and German.
export const ANIMATION_WORDS = {
  en: {
    code: "code", tree: "tree", first: "to the start (Home)", back: "a step back (←)", on: "a step on (→)",
    last: "to the end (End)",
    play: "▶ play", pause: "❚❚ pause", play_hint: "play or pause (space)", step: "step", speed: "speed",
    count: (step, steps, seen, leaves) => `step ${step} of ${steps} · ${seen} evaluations, ${leaves} leaves`,
    types: "critical nodes", types_hint: "mark the nodes that no algorithm can do without, types 1 to 3",
    critical: (seen, all) => `${seen} of ${all} critical leaves`,
    max: "MAX moves", min: "MIN moves", cut: "cut off", window: "the window: MAX is sure of α, MIN of β",
    view: "all values at the tree are MAX's view; those under the code are the algorithm's own",
    keys: "keys: ← → step, space play, Home End",
  },
  de: {
    code: "Code", tree: "Baum", first: "zum Anfang (Pos1)", back: "ein Schritt zurück (←)", on: "ein Schritt vor (→)",
    last: "zum Ende (Ende)",
    play: "▶ abspielen", pause: "❚❚ anhalten", play_hint: "abspielen oder anhalten (Leertaste)", step: "Schritt",
    speed: "Tempo",
    count: (step, steps, seen, leaves) => `Schritt ${step} von ${steps} · ${seen} Bewertungen, ${leaves} Blätter`,
    types: "kritische Knoten", types_hint: "die Knoten zeigen, ohne die kein Algorithmus auskommt, Typ 1 bis 3",
    critical: (seen, all) => `${seen} von ${all} kritischen Blättern`,
    max: "MAX zieht", min: "MIN zieht", cut: "abgeschnitten", window: "das Fenster: α ist MAX sicher, β ist MIN sicher",
    view: "alle Werte am Baum sind aus MAX' Sicht; die unter dem Code sind die des Algorithmus",
    keys: "Tasten: ← → Schritt, Leertaste abspielen, Pos1 Ende",
  },
};
