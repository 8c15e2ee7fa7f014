// Pictures that a device has in a file, such as a photo.

/** The picture of a file.
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
