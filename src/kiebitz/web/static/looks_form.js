// The choice of looks on the page.

import {keepLooks, LOOKS, wear, worn} from "./looks.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);

/** Let looks be chosen; `changed` is called when others are worn. */
export function letLooks(changed) {
  for (const [name, choices] of Object.entries(LOOKS)) {
    const label = document.createElement("label"), text = document.createElement("span"), select = document.createElement("select");
    text.textContent = word(`look_${name}`);
    select.dataset.look = name;
    select.append(...choices.map(choice => new Option(word(`look_${name}_${choice}`) || word(`look_${choice}`), choice)));
    select.value = worn[name];
    select.addEventListener("change", () => {
      wear({[name]: select.value});
      keepLooks();
      changed();
    });
    label.append(text, " ", select);
    at("looks-form").append(label);
  }
  at("full-screen").addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else at("place").requestFullscreen?.();
  });
}
