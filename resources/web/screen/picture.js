// A picture from a file on the device, such as a photo.

/** Load the picture in a file.
 * @param {Blob} file
 * @returns {Promise<HTMLImageElement>} */
export function openPicture(file) {
  const image = new Image(), reader = new FileReader();
  return new Promise((opened, failed) => {
    image.onload = () => opened(image);
    reader.onerror = image.onerror = failed;
    reader.onload = () => (image.src = /** @type {string} */ (reader.result));
    reader.readAsDataURL(file);
  });
}
